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
  /** Keys of an incomplete command. */
  readonly keys: readonly string[];
  /** Where the visual selection began. */
  readonly anchor: number;
  readonly registers: Readonly<Record<string, Register>>;
  readonly lastFind?: { readonly motion: 'f' | 'F' | 't' | 'T'; readonly character: string };
  readonly lastChange?: Change;
  /** The change in progress, while its text is typed. */
  readonly inserting?: Change;
}

/** A change that `.` can repeat. */
export interface Change {
  readonly command: VimCommand;
  /** Actions in INSERT after the command. */
  readonly typed: readonly EditAction[];
  /** The extent of the selection that the command worked on. */
  readonly extent?: { readonly linewise: boolean; readonly size: number };
}

/** A new line begins in INSERT. */
export function createVim(): VimState {
  return { mode: 'insert', keys: [], anchor: 0, registers: {} };
}

/** The mode as the prompt area shows it. */
export function vimModeName({ mode }: VimState): string {
  return mode === 'visual-line' ? 'VISUAL LINE' : mode.toUpperCase();
}
