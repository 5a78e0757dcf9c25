/** The line editor: an action on a state gives the next state and what the caller must do. */

import { countLines } from '../../../base/text/count-lines.ts';
import { nextBoundary, previousBoundary } from '../../../base/text/graphemes.ts';
import { clampCursor, lineEnd, lineStart, replaceRange } from './buffer.ts';
import { chipAt, chipIndex, expandChips, showChips, withoutChips } from './chips.ts';
import type { EditAction, EditCommand } from './edit-action.ts';
import type { EditorState, EditResult, Effect } from './editor-state.ts';
import { addToHistory, newerEntry, olderEntry } from './history.ts';
import { acceptSearch, cancelSearch, searchFor, searchNext, shortenSearch, startSearch } from './history-search.ts';
import { imagePathOf } from './image-path.ts';
import { kill, yank, yankPop } from './kill-ring.ts';
import { moveVertically } from './move-vertically.ts';
import { redo, remember, undo } from './undo.ts';
import { bigWordStart, wordEnd, wordStart } from './words.ts';

type Command = (state: EditorState, previous: EditorState) => EditorState | EditResult;

const COMMANDS: Readonly<Record<EditCommand, Command>> = {
  'move-left': (state) => moveTo(state, previousBoundary(state.text, state.cursor)),
  'move-right': (state) => moveTo(state, nextBoundary(state.text, state.cursor)),
  'move-word-left': (state) => moveTo(state, wordStart(state.text, state.cursor)),
  'move-word-right': (state) => moveTo(state, wordEnd(state.text, state.cursor)),
  'move-line-start': (state) => moveTo(state, lineStart(state.text, state.cursor)),
  'move-line-end': (state) => moveTo(state, lineEnd(state.text, state.cursor)),
  'move-text-start': (state) => moveTo(state, 0),
  'move-text-end': (state) => moveTo(state, state.text.length),
  up: (state, previous) => moveVertically(state, previous, -1) ?? olderEntry(state),
  down: (state, previous) => moveVertically(state, previous, 1) ?? newerEntry(state),
  'history-previous': olderEntry,
  'history-next': newerEntry,
  'delete-left': (state) => remove(state, previousBoundary(state.text, state.cursor), state.cursor),
  'delete-right': (state) => remove(state, state.cursor, nextBoundary(state.text, state.cursor)),
  'delete-right-or-exit': deleteOrExit,
  'kill-word-left': (state, previous) => kill(state, wordStart(state.text, state.cursor), state.cursor, previous),
  'kill-big-word-left': (state, previous) =>
    kill(state, bigWordStart(state.text, state.cursor), state.cursor, previous),
  'kill-word-right': (state, previous) => kill(state, state.cursor, wordEnd(state.text, state.cursor), previous),
  'kill-line-end': killLineEnd,
  'kill-line-start': (state, previous) => kill(state, lineStart(state.text, state.cursor), state.cursor, previous),
  yank,
  'yank-pop': yankPop,
  transpose,
  undo,
  redo,
  newline: (state) => insert(remember(state), '\n'),
  submit,
  escape,
  tab: (state) => effect(state, state.text === '' ? { type: 'toggle-mode' } : { type: 'complete' }),
  'toggle-mode': (state) => effect(state, { type: 'toggle-mode' }),
  interrupt: (state) => effect(state, { type: 'interrupt' }),
  suspend: (state) => effect(state, { type: 'suspend' }),
  'clear-screen': (state) => effect(state, { type: 'clear-screen' }),
  'show-whole': (state) => effect(state, { type: 'show-whole' }),
  'open-editor': (state) => effect(state, { type: 'open-editor', text: expandChips(state.text, state.pastes) }),
  'search-history': startSearch,
  'search-older': (state) => searchNext(state, -1),
  'search-newer': (state) => searchNext(state, 1),
  'search-delete-left': shortenSearch,
  'search-accept': acceptSearch,
  'search-submit': (state) => submit(acceptSearch(state)),
  'search-cancel': cancelSearch,
};

export function edit(state: EditorState, action: EditAction): EditResult {
  const fresh: EditorState = { ...state, goal: undefined, last: undefined };
  switch (action.type) {
    case 'insert':
      return asResult(type(fresh, withoutChips(action.text), state));
    case 'paste':
      return paste(fresh, action.text, action.continues ?? false);
    case 'set-text': {
      const text = withoutChips(action.text.replace(/\r\n?/g, '\n'));
      return asResult({ ...remember(fresh), text, cursor: text.length, historyAt: undefined });
    }
    case 'prepend': {
      const rest = state.text === '' ? '' : `\n${state.text}`;
      const text = withoutChips(action.text.replace(/\r\n?/g, '\n')) + rest;
      return asResult({ ...remember(fresh), text, cursor: text.length, historyAt: undefined });
    }
    case 'replace': {
      const text = replaceRange(state.text, action.start, action.end, withoutChips(action.text));
      const cursor = clampCursor(text, action.start + action.text.length);
      return asResult({ ...remember(fresh), text, cursor });
    }
    case 'clear':
      return asResult(clear(fresh));
    default:
      return asResult(COMMANDS[action.type](fresh, state));
  }
}

/** Letters typed in a row are undone word by word. */
function type(state: EditorState, text: string, previous: EditorState): EditorState {
  if (text === '') return state;
  if (state.search !== undefined) return searchFor(state, state.search.query + text);
  const before = state.text.slice(Math.max(0, state.cursor - 1), state.cursor);
  const beginsWord = /^[\p{L}\p{N}]/u.test(text) && /[\s\p{P}]/u.test(before);
  const joins = previous.last?.type === 'typed' && !beginsWord;
  return { ...insert(joins ? state : remember(state), text), last: { type: 'typed' } };
}

function paste(state: EditorState, pasted: string, continues: boolean): EditResult {
  if (pasted === '') return asResult(state);
  if (state.search !== undefined)
    return asResult(searchFor(state, state.search.query + withoutChips(pasted).replace(/\s+/g, ' ')));
  const before = previousBoundary(state.text, state.cursor);
  const chip = chipIndex(state.text.slice(before, state.cursor));
  if (continues && chip !== undefined) {
    const shorter = { ...state, text: replaceRange(state.text, before, state.cursor, ''), cursor: before };
    return asResult(insertPaste(shorter, (state.pastes[chip] ?? '') + pasted));
  }
  if (countLines(pasted) > 1) return asResult(insertPaste(remember(state), pasted));
  const text = withoutChips(pasted.replace(/\n$/, ''));
  const next = insert(remember(state), text);
  const path = imagePathOf(text);
  return path === undefined
    ? asResult(next)
    : effect(next, { type: 'image-pasted', path, start: state.cursor, end: next.cursor });
}

function insertPaste(state: EditorState, pasted: string): EditorState {
  const chip = chipAt(state.pastes.length);
  // After thousands of pastes, no character is left to represent another one.
  if (chip === undefined) return insert(state, withoutChips(pasted));
  return insert({ ...state, pastes: [...state.pastes, pasted] }, chip);
}

function insert(state: EditorState, text: string): EditorState {
  const { cursor } = state;
  return { ...state, text: replaceRange(state.text, cursor, cursor, text), cursor: cursor + text.length };
}

function remove(state: EditorState, start: number, end: number): EditorState {
  if (start >= end) return state;
  return { ...remember(state), text: replaceRange(state.text, start, end, ''), cursor: start };
}

function moveTo(state: EditorState, cursor: number): EditorState {
  return { ...state, cursor };
}

function deleteOrExit(state: EditorState): EditorState | EditResult {
  if (state.text === '') return effect(state, { type: 'exit' });
  return remove(state, state.cursor, nextBoundary(state.text, state.cursor));
}

/** At the end of a line, kills the line break. */
function killLineEnd(state: EditorState, previous: EditorState): EditorState {
  const end = lineEnd(state.text, state.cursor);
  return kill(state, state.cursor, end === state.cursor ? nextBoundary(state.text, end) : end, previous);
}

/** Swaps the two characters before the cursor at the end of a line, otherwise those around it. */
function transpose(state: EditorState): EditorState {
  const { text, cursor } = state;
  const isLineEnd = cursor === lineEnd(text, cursor);
  const middle = isLineEnd ? previousBoundary(text, cursor) : cursor;
  const start = previousBoundary(text, middle);
  const end = nextBoundary(text, middle);
  if (middle <= lineStart(text, cursor) || end > lineEnd(text, cursor)) return state;
  const swapped = text.slice(middle, end) + text.slice(start, middle);
  return { ...remember(state), text: replaceRange(text, start, end, swapped), cursor: end };
}

function submit(state: EditorState): EditorState | EditResult {
  const { text, cursor, pastes } = state;
  const slashes = /\\*$/.exec(text.slice(0, cursor))?.[0].length ?? 0;
  if (slashes % 2 === 1 && cursor === lineEnd(text, cursor)) {
    return insert({ ...remember(state), text: replaceRange(text, cursor - 1, cursor, ''), cursor: cursor - 1 }, '\n');
  }
  const expanded = expandChips(text, pastes);
  if (expanded.trim() === '') return effect(state, { type: 'submit-blank' });
  const history = addToHistory(state.history, text);
  const next = { ...state, text: '', cursor: 0, undo: [], redo: [], undoHeld: false, history, historyAt: undefined };
  return effect(next, { type: 'submit', text: expanded, shown: showChips(text, pastes) });
}

function escape(state: EditorState): EditorState | EditResult {
  if (state.search !== undefined) return cancelSearch(state);
  return state.text === '' ? effect(state, { type: 'cancel' }) : clear(state);
}

/** Empties the line, but keeps it in the history. */
function clear(state: EditorState): EditorState {
  const { search: _given, ...rest } = remember(state);
  const isDraft = state.text !== '' && state.history[state.historyAt ?? -1] !== state.text;
  const history = isDraft ? addToHistory(state.history, state.text) : state.history;
  return { ...rest, text: '', cursor: 0, history, historyAt: undefined };
}

function effect(state: EditorState, ...effects: Effect[]): EditResult {
  return { state, effects };
}

function asResult(result: EditorState | EditResult): EditResult {
  return 'effects' in result ? result : { state: result, effects: [] };
}
