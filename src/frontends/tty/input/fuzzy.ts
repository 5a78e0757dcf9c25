/** How well a few typed letters match a name: whether at all, and better than other names. */

export interface FuzzyMatcher {
  /** Higher is better. `undefined` if a letter is missing. `lower` is the candidate in lower case. */
  score(candidate: string, lower: string): number | undefined;
}

const CONSECUTIVE = 6;
const GAP_START = -3;
const GAP = -1;
/** Bonus per letter: at the start of the whole, of a path segment, of a word, of a camelCase part; in the file's name. */
const AT_START = 10;
const AT_SEGMENT = 9;
const AT_WORD = 8;
const AT_CAMEL = 7;
const IN_NAME = 3;
/** Bonus for a capital where one was typed. */
const SAME_CASE = 2;
/** Added once if the name begins with the query; `NAME_EXACT` if it equals it. */
const NAME_PREFIX = 12;
const NAME_EXACT = 30;
/** Of a longer name, only this many characters at its end are examined one by one. */
const LONGEST = 256;
const NEVER = -1_000_000;
const SEPARATORS = new Set(Array.from('-_. :@', (character) => character.charCodeAt(0)));

export function createFuzzyMatcher(query: string): FuzzyMatcher {
  const wanted = query.toLowerCase();
  const size = wanted.length;
  // A table with one row per letter of the query would do no more than these two rows.
  let ended = new Int32Array(LONGEST + 1);
  let before = new Int32Array(LONGEST + 1);

  return {
    score(candidate, lower) {
      if (size === 0) return 0;
      if (!hasLetters(lower)) return undefined;
      const from = Math.max(0, lower.length - LONGEST);
      const nameStart = lower.lastIndexOf('/', lower.length - 2) + 1;
      const best = bestPath(candidate, lower, from, nameStart);
      const name = lower.endsWith('/') ? lower.slice(nameStart, -1) : lower.slice(nameStart);
      const extra = name.startsWith(wanted) ? NAME_PREFIX + (isWhole(name) ? NAME_EXACT : 0) : 0;
      return (best <= NEVER ? 0 : best) + extra - Math.min(15, candidate.length / 8);
    },
  };

  function hasLetters(lower: string): boolean {
    let at = -1;
    for (let index = 0; index < size; index += 1) {
      at = lower.indexOf(wanted[index] ?? '', at + 1);
      if (at < 0) return false;
    }
    return true;
  }

  function isWhole(name: string): boolean {
    return name.length === size || name.indexOf('.', size) === size;
  }

  /** Finds the best placement of all letters in order: for each letter, the best score of a placement ending at each position. */
  function bestPath(candidate: string, lower: string, from: number, nameStart: number): number {
    const length = lower.length - from;
    let best = NEVER;
    for (let index = 0; index < size; index += 1) {
      const letter = wanted.charCodeAt(index);
      let open = NEVER;
      best = NEVER;
      for (let place = 0; place < length; place += 1) {
        const at = from + place;
        if (index > 0 && place > 1) open = Math.max(open, (before[place - 2] ?? NEVER) + GAP_START) + GAP;
        ended[place] = NEVER;
        if (lower.charCodeAt(at) !== letter) continue;
        const joined = index === 0 ? 0 : place > 0 ? (before[place - 1] ?? NEVER) + CONSECUTIVE : NEVER;
        const reached = Math.max(joined, index === 0 ? 0 : open);
        if (reached <= NEVER / 2) continue;
        const typed = query.charCodeAt(index);
        const sameCase = typed !== letter && candidate.charCodeAt(at) === typed ? SAME_CASE : 0;
        const score = reached + bonusAt(candidate, at) + (at >= nameStart ? IN_NAME : 0) + sameCase;
        ended[place] = score;
        if (score > best) best = score;
      }
      [ended, before] = [before, ended];
    }
    return best;
  }
}

function bonusAt(candidate: string, at: number): number {
  if (at === 0) return AT_START;
  const before = candidate.charCodeAt(at - 1);
  if (before === 47) return AT_SEGMENT;
  if (SEPARATORS.has(before)) return AT_WORD;
  const code = candidate.charCodeAt(at);
  const isUpper = code >= 65 && code <= 90;
  const wasSmall = (before >= 97 && before <= 122) || (before >= 48 && before <= 57);
  return isUpper && wasSmall ? AT_CAMEL : 0;
}
