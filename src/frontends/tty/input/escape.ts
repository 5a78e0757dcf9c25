/** What Esc and Ctrl+C end: the nearest thing first. The order is defined here and nowhere else. Pure. */

import type { EditorState } from './editor-state.ts';
import { type Key, keyName } from './key-event.ts';
import { type Keymap, lookUp } from './keymap.ts';

/** What is open around the line that has the keys. */
export interface Around {
  /** The input line, or the answer line of an open question. */
  editor: Pick<EditorState, 'search' | 'vim' | 'text'>;
  hasMenu: boolean;
  hasQuestion: boolean;
  isWorking: boolean;
  /** True in shell mode, where every line is a command. */
  isShell: boolean;
  /** True if programs run in the background. */
  hasJobs: boolean;
}

export type EscEnds = 'menu' | 'search' | 'insert' | 'question' | 'turn' | 'line' | 'shell' | 'jobs' | 'nothing';

export function whatEscEnds({ editor, hasMenu, hasQuestion, isWorking, isShell, hasJobs }: Around): EscEnds {
  const isInserting = editor.vim !== undefined && editor.vim.mode !== 'normal';
  if (hasMenu && !hasQuestion) return 'menu';
  if (editor.search !== undefined) return 'search';
  if (hasQuestion) return 'question';
  if (isInserting && editor.text !== '') return 'insert';
  if (isWorking) return 'turn';
  if (editor.text !== '') return 'line';
  if (isShell) return 'shell';
  if (hasJobs) return 'jobs';
  return isInserting ? 'insert' : 'nothing';
}

export type InterruptEnds = 'line' | 'turn' | 'program';

/** `isTwice`: Ctrl+C was already pressed a moment ago. */
export function whatInterruptEnds({ editor, hasQuestion, isWorking }: Around, isTwice: boolean): InterruptEnds {
  if (isTwice) return 'program';
  if (editor.text !== '' && !hasQuestion) return 'line';
  return isWorking ? 'turn' : 'program';
}

/** True for the key that cancels, whichever one the key table assigns. */
export function isEscape(key: Key, keymap: Keymap): boolean {
  return lookUp(keymap, 'edit', keyName(key)) === 'escape';
}
