/** Vim mode: a key on the editor's state gives the next state. */

import { previousBoundary } from '../../../../base/text/graphemes.ts';
import { clampCursor, lineEnd, lineStart } from '../buffer.ts';
import type { EditorState, EditResult } from '../editor-state.ts';
import { newerEntry, olderEntry } from '../history.ts';
import { startSearch } from '../history-search.ts';
import { holdUndo, redo, undo } from '../undo.ts';
import { join, placeForInsert, put, replaceCharacters, replaceSelected, swapCaseForward } from './changes.ts';
import { enterInsert, replayInsert } from './insert.ts';
import { firstNonBlank, move } from './motions.ts';
import { operate, operatorSpan, wholeLines } from './operators.ts';
import { parseVim, type VimCommand } from './parse.ts';
import { readRegister } from './registers.ts';
import { selectionOf } from './selection.ts';
import { textObject } from './text-objects.ts';
import type { Change, VimState } from './vim-state.ts';

/** Commands that are short for an operator with a motion. */
const SHORT_FOR: Readonly<Record<string, string>> = { x: 'dl', X: 'dh', s: 'cl', S: 'cc', D: 'd$', C: 'c$', Y: 'yy' };
const INSERTS = new Set(['i', 'a', 'I', 'A', 'o', 'O', 'R']);

/** Handles a key in NORMAL and VISUAL. `undefined` if the key is not for vim. */
export function pressVim(state: EditorState, token: string): EditResult | undefined {
  const { vim } = state;
  if (vim === undefined) return undefined;
  if (token === 'escape') return escape(state, vim);
  const keys = [...vim.keys, token];
  const parsed = parseVim(keys, isVisual(vim));
  switch (parsed.type) {
    case 'incomplete':
      return result(withVim(state, { keys }));
    case 'invalid':
      return vim.keys.length === 0 && token.length > 1 ? undefined : result(withVim(state, { keys: [] }));
    case 'command':
      return result(settle(execute(withVim(state, { keys: [] }), parsed.command)));
  }
}

function escape(state: EditorState, vim: VimState): EditResult | undefined {
  if (vim.keys.length > 0) return result(withVim(state, { keys: [] }));
  return isVisual(vim) ? result(settle(withVim(state, { mode: 'normal' }))) : undefined;
}

function execute(before: EditorState, command: VimCommand): EditorState {
  if (command.type === 'motion') return executeMotion(before, command);
  switch (command.type) {
    case 'select-object':
      return selectObject({ ...before, goal: undefined }, command);
    case 'operate':
      return { ...executeOperator(before, command), goal: undefined };
    case 'simple':
      return { ...executeSimple(before, command), goal: undefined };
  }
}

function executeMotion(state: EditorState, command: VimCommand & { type: 'motion' }): EditorState {
  const { motion, count, argument } = command;
  const made = move(state, motion, count, argument);
  const found = rememberFind(state, motion, argument);
  if (made !== undefined) return { ...found, cursor: made.to, goal: made.goal };
  if (state.vim !== undefined && isVisual(state.vim)) return found;
  if (motion === 'k' || motion === 'up') return olderEntry(found);
  return motion === 'j' || motion === 'down' ? newerEntry(found) : found;
}

function rememberFind(state: EditorState, motion: string, character: string | undefined): EditorState {
  if (character === undefined) return state;
  switch (motion) {
    case 'f':
    case 'F':
    case 't':
    case 'T':
      return withVim(state, { lastFind: { motion, character } });
    default:
      return state;
  }
}

function selectObject(
  state: EditorState,
  { object, around, count }: VimCommand & { type: 'select-object' },
): EditorState {
  const span = textObject(state.text, state.cursor, object, around, count ?? 1);
  if (span === undefined || span.start === span.end) return state;
  const mode = span.linewise ? 'visual-line' : 'visual';
  return { ...withVim(state, { mode, anchor: span.start }), cursor: previousBoundary(state.text, span.end) };
}

function executeOperator(state: EditorState, command: VimCommand & { type: 'operate' }): EditorState {
  const { operator, target, count, register } = command;
  const taken = operatorSpan(state, operator, target, count);
  const found = target.type === 'motion' ? rememberFind(state, target.motion, target.argument) : state;
  if (taken === undefined) return found;
  const span = command.linewise ? wholeLines(state.text, taken.start, Math.max(taken.start, taken.end - 1)) : taken;
  const start = target.type === 'selection' ? span.start : state.cursor;
  const change: Change = { command, typed: [], ...extentOf(state) };
  const normal = withVim({ ...found, cursor: start }, { mode: 'normal' });
  const times = target.type === 'selection' ? count : 1;
  if (operator === 'c') return enterInsert(operate(holdUndo(normal), 'c', span, { register }), change);
  const next = operate(normal, operator, span, { register, times });
  return operator === 'y' ? next : withVim(next, { lastChange: change });
}

function executeSimple(state: EditorState, command: VimCommand & { type: 'simple' }): EditorState {
  const { name, count = 1, register, argument } = command;
  const long = SHORT_FOR[name];
  if (long !== undefined) {
    const parsed = parseVim(long.split(''), false);
    return parsed.type === 'command' ? execute(state, { ...parsed.command, count: command.count, register }) : state;
  }
  if (state.vim !== undefined && isVisual(state.vim)) return executeVisual(state, state.vim, command);
  const change: Change = { command, typed: [] };
  if (INSERTS.has(name))
    return enterInsert(placeForInsert(holdUndo(state), name), change, name === 'R' ? 'replace' : 'insert');
  switch (name) {
    case 'v':
      return withVim(state, { mode: 'visual', anchor: state.cursor });
    case 'V':
      return withVim(state, { mode: 'visual-line', anchor: state.cursor });
    case 'u':
      return times(count, state, undo);
    case 'ctrl+r':
      return toChange(state, times(count, state, redo));
    case '.':
      return repeatChange(state, command.count);
    case '/':
      return startSearch(state);
    default:
      return withVim(changeText(state, name, count, argument, register), { lastChange: change });
  }
}

function changeText(state: EditorState, name: string, count: number, argument = '', register?: string): EditorState {
  const content = state.vim && readRegister(state.vim, register);
  switch (name) {
    case 'p':
    case 'P':
      return content === undefined ? state : put(state, content, name === 'p', count);
    case 'r':
      return replaceCharacters(state, argument, count);
    case 'J':
    case 'gJ':
      return join(state, state.cursor, Math.max(1, count - 1), name === 'J' ? 'blank' : 'none');
    case '~':
      return swapCaseForward(state, count);
    default:
      return state;
  }
}

function executeVisual(state: EditorState, vim: VimState, command: VimCommand & { type: 'simple' }): EditorState {
  const { name, argument = '', register, count = 1 } = command;
  const span = selectionOf(state);
  if (span === undefined) return state;
  const change: Change = { command, typed: [], ...extentOf(state) };
  // An undo returns the cursor here.
  const normal = withVim({ ...state, cursor: span.start }, { mode: 'normal', lastChange: change });
  const linewise = vim.mode === 'visual-line';
  switch (name) {
    case 'o':
    case 'O':
      return { ...withVim(state, { anchor: state.cursor }), cursor: vim.anchor };
    case 'v':
    case 'V': {
      const mode = name === 'v' ? 'visual' : 'visual-line';
      return withVim(state, { mode: vim.mode === mode ? 'normal' : mode });
    }
    case 'r':
      return replaceSelected(normal, span.start, span.end, argument);
    case 'J':
    case 'gJ': {
      const breaks = state.text.slice(span.start, Math.max(span.start, span.end - 1)).split('\n').length - 1;
      return join(normal, span.start, Math.max(1, breaks), name === 'J' ? 'blank' : 'none');
    }
    case 'p':
    case 'P': {
      const content = readRegister(vim, register);
      if (content === undefined) return withVim(state, { mode: 'normal' });
      return putOver(normal, { ...span, linewise }, content, count, name === 'P' ? '_' : undefined);
    }
    default:
      return state;
  }
}

/** Replaces the selection with a register; the selected text becomes the last deleted text. */
function putOver(
  state: EditorState,
  span: { start: number; end: number; linewise: boolean },
  content: { text: string; linewise: boolean },
  count: number,
  register: string | undefined,
): EditorState {
  const held = operate(holdUndo(state), 'c', span, { register });
  const body = content.text.repeat(count).replace(content.linewise ? /\n$/ : /$^/, '');
  const needsLines = content.linewise && !span.linewise;
  const inserted = needsLines ? `\n${body}\n` : body;
  const text = held.text.slice(0, span.start) + inserted + held.text.slice(span.start);
  const isLines = content.linewise || span.linewise || content.text.includes('\n');
  const start = span.start + (needsLines ? 1 : 0);
  const lines = content.linewise || span.linewise ? firstNonBlank(text, start) : start;
  const cursor = isLines ? lines : previousBoundary(text, span.start + inserted.length);
  return { ...held, text, cursor: Math.max(span.start, cursor), undoHeld: false };
}

/** Moves the cursor to what a redo changed. */
function toChange(before: EditorState, after: EditorState): EditorState {
  if (before.text === after.text) return after;
  let at = 0;
  while (at < before.text.length && before.text[at] === after.text[at]) at += 1;
  return { ...after, cursor: clampCursor(after.text, at) };
}

function repeatChange(state: EditorState, count: number | undefined): EditorState {
  const change = state.vim?.lastChange;
  if (change === undefined) return state;
  const command = count === undefined ? change.command : { ...change.command, count };
  const done = execute(change.extent === undefined ? state : select(state, change.extent), command);
  return done.vim?.inserting === undefined ? done : replayInsert(done, change.typed);
}

function extentOf(state: EditorState): Pick<Change, 'extent'> {
  const span = selectionOf(state);
  if (span === undefined) return {};
  const linewise = state.vim?.mode === 'visual-line';
  const text = state.text.slice(span.start, span.end);
  return { extent: { linewise, size: linewise ? text.split('\n').length : text.length } };
}

function select(state: EditorState, { linewise, size }: NonNullable<Change['extent']>): EditorState {
  const selected = withVim(state, { mode: linewise ? 'visual-line' : 'visual', anchor: state.cursor });
  if (!linewise) {
    const end = Math.min(lineEnd(state.text, state.cursor), state.cursor + size);
    return { ...selected, cursor: Math.max(state.cursor, previousBoundary(state.text, end)) };
  }
  let end = lineEnd(state.text, state.cursor);
  for (let line = 1; line < size && end < state.text.length; line += 1) end = lineEnd(state.text, end + 1);
  return { ...selected, cursor: end };
}

/** Outside INSERT, keeps the cursor on a character, not after the last one. */
export function settle(state: EditorState): EditorState {
  const { text, cursor, vim } = state;
  if (vim === undefined || vim.mode === 'insert' || vim.mode === 'replace') return state;
  const inside = Math.max(0, Math.min(cursor, text.length));
  const isPastEnd = inside === lineEnd(text, inside) && inside > lineStart(text, inside);
  return { ...state, cursor: isPastEnd ? previousBoundary(text, inside) : inside };
}

function isVisual({ mode }: VimState): boolean {
  return mode === 'visual' || mode === 'visual-line';
}

function withVim(state: EditorState, changes: Partial<VimState>): EditorState {
  return state.vim === undefined ? state : { ...state, vim: { ...state.vim, ...changes } };
}

function times(count: number, state: EditorState, step: (state: EditorState) => EditorState): EditorState {
  let next = state;
  for (let index = 0; index < count; index += 1) next = step(next);
  return next;
}

function result(state: EditorState): EditResult {
  return { state, effects: [] };
}
