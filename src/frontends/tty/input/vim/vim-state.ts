/** What vim mode remembers between keys. */

import type { EditAction } from '../edit-action.ts';
import type { VimCommand } from './parse.ts';

export type VimMode = 'normal' | 'insert' | 'replace' | 'visual' | 'visual-line';

export interface Register {
  readonly text: string;
  readonly linewise: boolean;
}

export interface VimState {
  readonly mode: VimMode;
  /** Keys of a command that is not complete yet. */
  readonly keys: readonly string[];
  /** Where a visual selection began. */
  readonly anchor: number;
  readonly registers: Readonly<Record<string, Register>>;
  readonly lastFind?: { readonly motion: 'f' | 'F' | 't' | 'T'; readonly character: string };
  readonly lastChange?: Change;
  /** The change that is being made, while its text is typed. */
  readonly inserting?: Change;
}

/** What `.` does again. */
export interface Change {
  readonly command: VimCommand;
  /** What was done in INSERT after it. */
  readonly typed: readonly EditAction[];
  /** The extent of the selection it worked on. */
  readonly extent?: { readonly linewise: boolean; readonly size: number };
}

/** A new line is begun in INSERT. */
export function createVim(): VimState {
  return { mode: 'insert', keys: [], anchor: 0, registers: {} };
}

/** The mode as the prompt area shows it. */
export function vimModeName({ mode }: VimState): string {
  return mode === 'visual-line' ? 'VISUAL LINE' : mode.toUpperCase();
}
