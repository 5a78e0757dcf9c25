/** What looking for a text in a file can come to. */

import { unixLines } from '../../base/text/unix-lines.ts';
import type { FoldKind } from './fold.ts';

export type Stage =
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
  | { type: 'found'; stage: Stage; replacements: Replacement[] }
  /** 1-based lines of all places. */
  | { type: 'ambiguous'; stage: Stage; lines: number[] }
  | { type: 'none' };

export interface Wish {
  given: string;
  wanted: string;
  all: boolean;
  /** A place within a line will not do. */
  isWholeLines?: boolean;
}

/** Lines are compared without the newline after the last of them; it stays where it is. */
export function wholeLines({ given, wanted }: Pick<Wish, 'given' | 'wanted'>): { given: string; wanted: string } {
  const plain = { given: unixLines(given), wanted: unixLines(wanted) };
  if (!plain.given.endsWith('\n')) return plain;
  return { given: plain.given.replace(/\r?\n$/, ''), wanted: plain.wanted.replace(/\r?\n$/, '') };
}
