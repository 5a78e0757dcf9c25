/** What a key, a paste or the mouse does while a program is shown: for the program, for the line below it, or for the panel. Pure. */

import { keyBytes, mouseBytes, pasteBytes } from '../../../base/text/key-bytes.ts';
import type { TerminalScreen } from '../../../protocol/terminal.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';

export type PanelAction =
  /** Sends the data to the program, unchanged. */
  | { type: 'send'; data: string }
  /** Edits the line below the program. */
  | { type: 'edit'; key: Key }
  | { type: 'insert'; text: string }
  | { type: 'focus' }
  /** Hands over to the model, whose call waits for the person. */
  | { type: 'hand-over' }
  | { type: 'chat' }
  /** Rows to scroll back; negative to scroll forward. */
  | { type: 'scroll'; rows: number }
  /** Switches to the previous or next program. */
  | { type: 'switch'; step: 1 | -1 }
  | { type: 'none' };

export interface PanelFocus {
  focus: 'terminal' | 'input';
  /** True if the line below the program is empty. */
  isLineEmpty: boolean;
  screen: TerminalScreen | undefined;
  /** Position of the program's screen on ours, and its visible size. */
  area: { row: number; column: number; rows: number; columns: number };
}

const NONE: PanelAction = { type: 'none' };
const WHEEL_ROWS = 3;

export function readPanelKey(event: KeyEvent, state: PanelFocus): PanelAction {
  switch (event.type) {
    case 'key':
      return readKey(event, state);
    case 'paste':
      if (state.focus === 'input') return { type: 'insert', text: event.text };
      return { type: 'send', data: pasteBytes(event.text, state.screen?.bracketedPaste ?? false) };
    case 'mouse':
      return readMouse(event, state);
    case 'focus':
    case 'report':
      return NONE; // not typed by the person
  }
}

function readKey(key: Key, state: PanelFocus): PanelAction {
  const { name, ctrl, alt, shift } = key;
  const isPlain = !ctrl && !alt && !shift && !key.super;
  if (state.screen?.awaited && ctrl && name === ']' && !alt && !shift) return { type: 'hand-over' };
  if (isFocusKey(key, state)) return { type: 'focus' };
  if (isPlain && name === 'home') return { type: 'chat' };
  if (name === 'pageup' || name === 'pagedown') return readPage(key, state);
  if (key.super) return NONE;
  if (state.focus === 'terminal') return toProgram(key, state);
  if (ctrl && (name === 'up' || name === 'down' || name === 'home')) return toProgram(key, state);
  const isForProgram = state.isLineEmpty && ctrl && (name === 'c' || name === 'd' || name === 'z');
  return isForProgram ? toProgram(key, state) : { type: 'edit', key };
}

/** ↑ and ↓ go to a program that reads single keys; Shift+↑, Shift+↓ and Ctrl+] always switch the focus. */
function isFocusKey({ name, ctrl, alt, shift, super: command }: Key, { focus, screen }: PanelFocus): boolean {
  if (alt || command) return false;
  if (ctrl) return name === ']' && !shift;
  if (name !== 'up' && name !== 'down') return false;
  return shift || focus === 'input' || !screen?.readsKeys;
}

/** A full-screen program has nothing to scroll back to, so it gets these keys itself. */
function readPage(key: Key, state: PanelFocus): PanelAction {
  const up = key.name === 'pageup';
  if (key.ctrl) return { type: 'switch', step: up ? -1 : 1 };
  if (state.screen?.alternate && !key.shift && state.focus === 'terminal') return toProgram(key, state);
  const page = Math.max(1, state.area.rows - 1);
  return { type: 'scroll', rows: up ? page : -page };
}

/** Keys that mean something to the panel go to the program with Ctrl, and arrive there without it. */
function toProgram(key: Key, { screen }: PanelFocus): PanelAction {
  const isOurs = key.ctrl && (key.name === 'up' || key.name === 'down' || key.name === 'home');
  const data = keyBytes(isOurs ? { ...key, ctrl: false } : key, screen?.applicationCursor ?? false);
  return data === undefined ? NONE : { type: 'send', data };
}

function readMouse(event: Extract<KeyEvent, { type: 'mouse' }>, { screen, area }: PanelFocus): PanelAction {
  const { action } = event;
  const row = event.row - area.row;
  const column = event.column - area.column;
  const isInside = row >= 1 && row <= area.rows && column >= 1 && column <= area.columns;
  if (screen && screen.mouse !== 'none' && screen.back === 0 && isInside) {
    if (action === 'move' && screen.mouse === 'click') return NONE;
    const data = mouseBytes({ action, button: event.button, column, row }, screen.mouseEncoding);
    return data === '' ? NONE : { type: 'send', data };
  }
  if (action === 'wheel-up') return { type: 'scroll', rows: WHEEL_ROWS };
  return action === 'wheel-down' ? { type: 'scroll', rows: -WHEEL_ROWS } : NONE;
}
