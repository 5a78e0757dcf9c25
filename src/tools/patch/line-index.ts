/** Indexes the lines of a file by the form in which they are compared, so that blocks are found without rescanning the file. */

import { CoderError } from '../../base/errors.ts';
import { foldLine } from '../edit/fold.ts';
import { learnIndent, type Reindent } from '../edit/indent-map.ts';
import type { Line } from '../edit/lines.ts';
import type { MatchStage } from '../edit/match.ts';

export interface BlockMatch {
  /** Index of the first line. */
  at: number;
  stage: MatchStage;
  reindent?: Reindent;
}

export interface LineIndex {
  /** The match at `at` if the block matches there at this stage. */
  matches(block: readonly string[], at: number, stage: MatchStage): BlockMatch | undefined;
  /** All matches of the block at this stage, ascending, up to a limit. */
  find(block: readonly string[], stage: MatchStage): BlockMatch[];
}

/** From exactly equal to merely looking alike. */
export const STAGES = [
  'exact',
  'trailing-whitespace',
  'indentation',
  'whitespace',
  'unicode',
] as const satisfies MatchStage[];

const KEYS: Readonly<Record<(typeof STAGES)[number], (line: string) => string>> = {
  exact: (line) => line,
  'trailing-whitespace': (line) => line.trimEnd(),
  indentation: (line) => line.trim(),
  whitespace: (line) => line.trim().replace(/[ \t]+/g, ' '),
  unicode: (line) => foldLine(line).trim(),
};
const MAX_MATCHES = 50;
/** Limit of comparisons per patched file: enough for any genuine patch, a stop for any other. */
const MAX_WORK = 20_000_000;
const TOO_MUCH = 'there are too many similar hunks to place. Split the patch, or use write';

interface Keyed {
  keys: string[];
  at: Map<string, number[]>;
}

export function indexLines(lines: readonly Line[]): LineIndex {
  const byStage = new Map<MatchStage, Keyed>();
  let work = 0;

  function keyedBy(stage: MatchStage): Keyed {
    const known = byStage.get(stage);
    if (known) return known;
    const keys = lines.map(({ text }) => keyOf(stage, text));
    const at = new Map<string, number[]>();
    for (const [index, key] of keys.entries()) {
      const indexes = at.get(key);
      if (indexes) indexes.push(index);
      else at.set(key, [index]);
    }
    const keyed = { keys, at };
    byStage.set(stage, keyed);
    return keyed;
  }

  function matchAt(
    block: readonly string[],
    keys: readonly string[],
    at: number,
    stage: MatchStage,
  ): BlockMatch | undefined {
    if (at < 0 || at + keys.length > lines.length) return undefined;
    const there = keyedBy(stage).keys;
    for (const [offset, key] of keys.entries()) {
      if (++work > MAX_WORK) throw new CoderError('too-large', TOO_MUCH);
      if (there[at + offset] !== key) return undefined;
    }
    if (stage === 'exact' || stage === 'trailing-whitespace') return { at, stage };
    const actual = lines.slice(at, at + block.length).map(({ text }) => text);
    const reindent = learnIndent(block, actual, { mayBeCut: false });
    return reindent && { at, stage, reindent };
  }

  return {
    matches: (block, at, stage) => matchAt(block, keysOf(block, stage), at, stage),
    find(block, stage) {
      const keys = keysOf(block, stage);
      const { at } = keyedBy(stage);
      let rarest = { offset: 0, indexes: at.get(keys[0] ?? '') ?? [] };
      for (const [offset, key] of keys.entries()) {
        if (rarest.indexes.length <= 1) break;
        const indexes = at.get(key) ?? [];
        if (indexes.length < rarest.indexes.length) rarest = { offset, indexes };
      }
      const found: BlockMatch[] = [];
      for (const index of rarest.indexes) {
        if (found.length >= MAX_MATCHES) break;
        const here = matchAt(block, keys, index - rarest.offset, stage);
        if (here) found.push(here);
      }
      return found;
    },
  };
}

function keysOf(block: readonly string[], stage: MatchStage): string[] {
  return block.map((line) => keyOf(stage, line));
}

function keyOf(stage: MatchStage, line: string): string {
  return stage in KEYS ? KEYS[stage as keyof typeof KEYS](line) : line;
}
