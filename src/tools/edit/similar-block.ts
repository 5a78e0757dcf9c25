/** The last resort: a block whose first and last lines match and whose middle nearly does. */

import { placesIn } from './align-lines.ts';
import { carryOver } from './carry-over.ts';
import { learnIndent } from './indent-map.ts';
import { endingFor, splitLines } from './lines.ts';
import { type Match, type Wish, wholeLines } from './match.ts';

const MIN_LINES = 4;
const MIN_SHARE = 0.75;
/** Upper limit of blocks compared in full; more of them would be ambiguous anyway. */
const MAX_CANDIDATES = 64;

interface Candidate {
  first: number;
  end: number;
  places: number[];
  share: number;
}

/** Accepts only a single candidate in which each line to be changed is present. */
export function findSimilar(text: string, wish: Wish): Match {
  const { given, wanted } = wholeLines(wish);
  const givenLines = given.split('\n');
  if (givenLines.length < MIN_LINES) return { type: 'none' };
  const lines = splitLines(text);
  const keys = lines.map((line) => line.text.trim());
  const candidates = similarBlocks(
    keys,
    givenLines.map((line) => line.trim()),
  );
  const [only] = candidates;
  if (!only) return { type: 'none' };
  if (candidates.length > 1) {
    return { type: 'ambiguous', stage: 'similar', lines: candidates.map(({ first }) => first + 1) };
  }
  const block = lines.slice(only.first, only.end);
  if (leavesOut(keys.slice(only.first, only.end), only.places)) return { type: 'none' };
  const paired = only.places.flatMap((place, index) =>
    place < 0 ? [] : [{ given: givenLines[index] ?? '', actual: block[place]?.text ?? '' }],
  );
  // If a line is missing because its quotes are escaped, those of new lines are escaped too.
  if (only.places.some((place, index) => place < 0 && /\\["'`]/.test(givenLines[index] ?? ''))) return { type: 'none' };
  const reindent = learnIndent(
    paired.map((pair) => pair.given),
    paired.map((pair) => pair.actual),
    { mayBeCut: true },
  );
  const start = block[0]?.start ?? 0;
  const last = block.at(-1);
  const end = last ? last.start + last.text.length : start;
  const actual = text.slice(start, end);
  const carried =
    reindent &&
    carryOver({ given, wanted, actual, places: only.places, ending: endingFor(text, start, end), reindent });
  if (carried === undefined || carried === actual) return { type: 'none' };
  return { type: 'found', stage: 'similar', replacements: [{ start, end, text: carried }] };
}

/**
 * True if the block has non-blank lines without a counterpart in `given`. Whether these were overlooked in both texts and should stay, or
 * only in the old one and should go, cannot be known.
 */
function leavesOut(block: readonly string[], places: readonly number[]): boolean {
  let next = 0;
  let unplaced = 0;
  for (const place of [...places, block.length]) {
    if (place < 0) {
      unplaced++;
      continue;
    }
    const between = block.slice(next, place).filter((line) => line !== '').length;
    if (between > unplaced) return true;
    next = place + 1;
    unplaced = 0;
  }
  return false;
}

/** At most one candidate, the best, for each first line. */
function similarBlocks(keys: readonly string[], given: readonly string[]): Candidate[] {
  const [opening = '', closing = ''] = [given[0], given.at(-1)];
  if (opening === '' || closing === '') return [];
  const slack = Math.max(2, Math.floor(given.length / 5));
  const ends = keys.flatMap((key, index) => (key === closing ? [index + 1] : []));
  const found: Candidate[] = [];
  let compared = 0;
  let nextEnd = 0;
  for (let first = keys.indexOf(opening); first !== -1; first = keys.indexOf(opening, first + 1)) {
    let best: Candidate | undefined;
    while ((ends[nextEnd] ?? Infinity) < Math.max(first + 2, first + given.length - slack)) nextEnd++;
    for (const end of ends.slice(nextEnd, nextEnd + MAX_CANDIDATES)) {
      if (end > first + given.length + slack) break;
      if (++compared > MAX_CANDIDATES) return [];
      const places = placesIn(given, keys.slice(first, end));
      const share = places.filter((place) => place >= 0).length / Math.max(given.length, end - first);
      if (share >= MIN_SHARE && share > (best?.share ?? 0)) best = { first, end, places, share };
    }
    if (best) found.push(best);
  }
  return found;
}
