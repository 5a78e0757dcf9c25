/** vim's one-key changes that are not operators: put, join, replace, case, and opening lines. */

import { nextBoundary, previousBoundary } from '../../../../base/text/graphemes.ts';
import { lineEnd, lineStart, replaceRange } from '../buffer.ts';
import type { EditorState } from '../editor-state.ts';
import { remember } from '../undo.ts';
import { firstNonBlank } from './motions.ts';
import { swapCase } from './operators.ts';
import type { Register } from './vim-state.ts';

export function put(
  state: EditorState,
  { text: content, linewise }: Register,
  after: boolean,
  count: number,
): EditorState {
  const { text, cursor } = state;
  if (linewise) {
    const lines = content.repeat(count).replace(/\n$/, '');
    const at = after ? lineEnd(text, cursor) : lineStart(text, cursor);
    const next = replaceRange(text, at, at, after ? `\n${lines}` : `${lines}\n`);
    return { ...remember(state), text: next, cursor: firstNonBlank(next, after ? at + 1 : at) };
  }
  const at = after && cursor < lineEnd(text, cursor) ? nextBoundary(text, cursor) : cursor;
  const inserted = content.repeat(count);
  const next = replaceRange(text, at, at, inserted);
  const end = previousBoundary(next, at + inserted.length);
  return { ...remember(state), text: next, cursor: content.includes('\n') ? at : Math.max(at, end) };
}

/** Joins lines, with a blank between them unless there is one already or `)` follows. */
export function join(state: EditorState, from: number, lines: number, blanks: 'blank' | 'none'): EditorState {
  let { text } = state;
  let cursor = from;
  for (let step = 0; step < lines; step += 1) {
    const end = lineEnd(text, cursor);
    if (end >= text.length) return step === 0 ? state : { ...remember(state), text, cursor };
    const rest = text.slice(end + 1);
    const trimmed = blanks === 'blank' ? rest.replace(/^[ \t]+/, '') : rest;
    const needsBlank =
      blanks === 'blank' &&
      end > lineStart(text, end) &&
      !/[ \t]$/.test(text.slice(0, end)) &&
      !/^(?:\)|\n|$)/.test(trimmed);
    text = text.slice(0, end) + (needsBlank ? ' ' : '') + trimmed;
    cursor = end;
  }
  return { ...remember(state), text, cursor };
}

/** `r`: does nothing if the line has fewer characters. */
export function replaceCharacters(state: EditorState, character: string, count: number): EditorState {
  const { text, cursor } = state;
  let end = cursor;
  for (let step = 0; step < count; step += 1) {
    if (end >= lineEnd(text, cursor)) return state;
    end = nextBoundary(text, end);
  }
  const inserted = character === '\n' ? '\n' : character.repeat(count);
  const next = replaceRange(text, cursor, end, inserted);
  const last = character === '\n' ? cursor + 1 : previousBoundary(next, cursor + inserted.length);
  return { ...remember(state), text: next, cursor: last };
}

/** `r` in a selection: replaces every character except line breaks. */
export function replaceSelected(state: EditorState, start: number, end: number, character: string): EditorState {
  let replaced = '';
  for (let at = start; at < end; at = nextBoundary(state.text, at))
    replaced += state.text[at] === '\n' ? '\n' : character;
  return { ...remember(state), text: replaceRange(state.text, start, end, replaced), cursor: start };
}

/** `~`: swaps the case of characters while moving over them. */
export function swapCaseForward(state: EditorState, count: number): EditorState {
  const { text, cursor } = state;
  const stop = lineEnd(text, cursor);
  let end = cursor;
  for (let step = 0; step < count && end < stop; step += 1) end = nextBoundary(text, end);
  if (end === cursor) return state;
  const swapped = swapCase(text.slice(cursor, end));
  return { ...remember(state), text: replaceRange(text, cursor, end, swapped), cursor: cursor + swapped.length };
}

/** Prepares INSERT: adds a line for `o` and `O`, and moves the cursor for the others. */
export function placeForInsert(state: EditorState, name: string): EditorState {
  const { text, cursor } = state;
  switch (name) {
    case 'a':
      return { ...state, cursor: cursor < lineEnd(text, cursor) ? nextBoundary(text, cursor) : cursor };
    case 'A':
      return { ...state, cursor: lineEnd(text, cursor) };
    case 'I':
      return {
        ...state,
        cursor: lineStart(text, cursor) + (/^[ \t]*/.exec(text.slice(lineStart(text, cursor)))?.[0].length ?? 0),
      };
    case 'o': {
      const end = lineEnd(text, cursor);
      return { ...state, text: replaceRange(text, end, end, '\n'), cursor: end + 1 };
    }
    case 'O': {
      const start = lineStart(text, cursor);
      return { ...state, text: replaceRange(text, start, start, '\n'), cursor: start };
    }
    default:
      return state;
  }
}
