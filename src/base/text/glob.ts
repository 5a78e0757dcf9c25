/** Shell-style patterns over relative paths, matched in bounded time whatever the pattern. */

/** `**` is any number of folders, `*` and `?` stay within a name, `[a-z]` and `{a,b}` as usual. */
export function compileGlob(
  pattern: string,
  options: { braces: boolean } = { braces: true },
): (path: string) => boolean {
  const alternatives = (options.braces ? expandBraces(pattern) : [pattern]).map(parsePath);
  return (path) => {
    const names = path.split('/');
    return alternatives.some((segments) => matchesPath(segments, names));
  };
}

/**
 * For one name without folders: matches at least what any shell could make of the pattern, since every set counts as
 * any character. For questions of safety, where a match too many is the smaller mistake.
 */
export function compileLooseName(pattern: string): (name: string) => boolean {
  const tokens = parseName(pattern).map((token) => (token === '[' || isSet(token) ? ANY : token));
  return (name) => matchesName(tokens, name);
}

/** A name alone (`*.ts`) is meant at any depth. */
export function anyDepth(pattern: string): string {
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}

type Segment = readonly Token[] | '**';
/** One character, any character, any number of them, or one of a set. */
type Token = string | { type: 'any' | 'star' } | { type: 'set'; ranges: readonly [string, string][]; negated: boolean };

const MAX_ALTERNATIVES = 256;
const STAR: Token = { type: 'star' };
const ANY: Token = { type: 'any' };

function parsePath(pattern: string): Segment[] {
  const names = pattern.split('/').filter((name, index) => name !== '' && !(name === '.' && index === 0));
  const segments = names.map((name): Segment => (name === '**' ? '**' : parseName(name)));
  if (segments.at(-1) === '**' || pattern.endsWith('/')) segments.push([STAR]); // what is below, not the folder itself
  if (pattern.endsWith('/')) segments.splice(-1, 0, '**');
  return segments;
}

function parseName(name: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const set = character === '[' ? parseSet(characters, at) : undefined;
    if (set) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (character === '?') tokens.push(ANY);
    else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      tokens.push(characters[at] as string);
    } else tokens.push(character);
  }
  return tokens;
}

function parseSet(name: readonly string[], start: number): { token: Token; end: number } | undefined {
  const negated = name[start + 1] === '!' || name[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const end = name.indexOf(']', first + 1); // a bracket right at the start is one of the set
  if (end < 0) return undefined;
  const ranges: [string, string][] = [];
  for (let at = first; at < end; at += 1) {
    const from = name[at] as string;
    const isRange = name[at + 1] === '-' && at + 2 < end;
    ranges.push([from, isRange ? (name[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return { token: { type: 'set', ranges, negated }, end };
}

function matchesPath(segments: readonly Segment[], names: readonly string[]): boolean {
  return matchesWithStars(
    segments.length,
    names.length,
    (at) => segments[at] === '**',
    (at, index) => matchesName(segments[at] as readonly Token[], names[index] ?? ''),
  );
}

function matchesName(tokens: readonly Token[], name: string): boolean {
  const characters = /[\ud800-\udfff]/.test(name) ? Array.from(name) : name; // `?` is a whole character, not half of one
  return matchesWithStars(
    tokens.length,
    characters.length,
    (at) => tokens[at] === STAR,
    (at, index) => matchesOne(tokens[at] as Token, characters[index] as string),
  );
}

/** Only the last star is ever tried again: at most pattern times text, never more. */
function matchesWithStars(
  patternLength: number,
  textLength: number,
  isStar: (at: number) => boolean,
  matches: (at: number, index: number) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < textLength) {
    if (at < patternLength && isStar(at)) {
      star = at;
      resume = index;
      at += 1;
    } else if (at < patternLength && matches(at, index)) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (at < patternLength && isStar(at)) at += 1;
  return at === patternLength;
}

function matchesOne(token: Token, character: string): boolean {
  if (typeof token === 'string') return token === character;
  if (!isSet(token)) return true;
  return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.negated;
}

function isSet(token: Token): token is Extract<Token, { type: 'set' }> {
  return typeof token !== 'string' && token.type === 'set';
}

function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= MAX_ALTERNATIVES) {
    const next = open.pop() ?? '';
    const braces = firstBraces(next);
    if (!braces) done.push(next);
    else
      open.push(...braces.options.map((option) => next.slice(0, braces.start) + option + next.slice(braces.end + 1)));
  }
  return [...done, ...open];
}

function firstBraces(pattern: string): { start: number; end: number; options: string[] } | undefined {
  const start = pattern.indexOf('{');
  if (start < 0) return undefined;
  let depth = 0;
  let from = start + 1;
  const options: string[] = [];
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) continue;
      return { start, end: at, options: [...options, pattern.slice(from, at)] };
    }
  }
  return undefined; // never closed: a plain character
}
