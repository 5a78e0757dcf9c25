/** The possible results of looking for a text in a file. */

import { unixLines } from '../../base/text/unix-lines.ts';
import type { FoldKind } from './fold.ts';

export type MatchStage =
  | 'exact'
  | FoldKind
  | 'indentation'
  | 'whitespace'
  | 'escaped'
  | 'line-numbers'
  | 'blank-lines'
  | 'similar';

export interface Replacement {
  start: number;
  end: number;
  text: string;
}

export type Match =
  | { type: 'found'; stage: MatchStage; replacements: Replacement[] }
  /** 1-based line numbers of all places. */
  | { type: 'ambiguous'; stage: MatchStage; lines: number[] }
  | { type: 'none' };

export interface Wish {
  given: string;
  wanted: string;
  all: boolean;
  /** True if a place within a line does not count. */
  isWholeLines?: boolean;
}

/** Lines are compared without the newline after the last one, which stays in the file. */
export function wholeLines({ given, wanted }: Pick<Wish, 'given' | 'wanted'>): { given: string; wanted: string } {
  const plain = { given: unixLines(given), wanted: unixLines(wanted) };
  if (!plain.given.endsWith('\n')) return plain;
  return { given: plain.given.replace(/\r?\n$/, ''), wanted: plain.wanted.replace(/\r?\n$/, '') };
}
