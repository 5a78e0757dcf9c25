/** vim's operators, applied to a span of the text. */

import { nextBoundary, previousBoundary } from '../../../../base/text/graphemes.ts';
import { lineEnd, lineStart, replaceRange } from '../buffer.ts';
import type { EditorState } from '../editor-state.ts';
import { remember } from '../undo.ts';
import { firstNonBlank, type Move, move } from './motions.ts';
import type { Operator, Target } from './parse.ts';
import { writeRegister } from './registers.ts';
import { selectionOf } from './selection.ts';
import { type ObjectSpan, textObject } from './text-objects.ts';
import { isBlankAt, nextWordEnd, nextWordStart, runEnd } from './word-motions.ts';

const INDENT = '  ';

/** The span that an operator works on. `undefined` if the motion fails. */
export function operatorSpan(
  state: EditorState,
  operator: Operator,
  target: Target,
  count: number | undefined,
): ObjectSpan | undefined {
  const { text, cursor } = state;
  switch (target.type) {
    case 'lines': {
      const last = move(state, '_', count ?? 1);
      if (last === undefined) return undefined;
      const isOneLine = lineEnd(text, last.to) === lineEnd(text, cursor);
      const stays = operator === 'y' || !isOneLine ? cursor : Math.min(cursor, firstNonBlank(text, cursor));
      return { ...wholeLines(text, cursor, last.to), cursor: stays };
    }
    case 'selection': {
      const span = selectionOf(state);
      const linewise = state.vim?.mode === 'visual-line';
      const isAbove = cursor < lineStart(text, state.vim?.anchor ?? cursor);
      const stays = operator === 'y' && linewise && isAbove && { cursor };
      return span && { ...span, linewise, ...stays };
    }
    case 'object':
      return textObject(text, cursor, target.object, target.around, count ?? 1);
    case 'motion':
      return motionSpan(state, operator, target.motion, count, target.argument);
  }
}

export function wholeLines(text: string, one: number, other: number): ObjectSpan {
  return { start: lineStart(text, Math.min(one, other)), end: lineEnd(text, Math.max(one, other)), linewise: true };
}

function motionSpan(
  state: EditorState,
  operator: Operator,
  motion: string,
  count: number | undefined,
  argument: string | undefined,
): ObjectSpan | undefined {
  const { text, cursor } = state;
  if (motion === 'w' || motion === 'W') return wordSpan(text, cursor, operator, motion, count ?? 1);
  const made = move(state, motion, count, argument) ?? atEdge(motion, cursor);
  if (made === undefined) return undefined;
  const start = Math.min(cursor, made.to);
  const end = Math.max(cursor, made.to);
  if (made.span === 'linewise') return { ...wholeLines(text, start, end), cursor: start };
  if (made.span === 'inclusive') return { start, end: nextBoundary(text, end), linewise: false };
  const endsAtLineStart = end > start && text[end - 1] === '\n' && lineStart(text, start) < end;
  if (!endsAtLineStart) return { start, end, linewise: false };
  // Up to the start of a line means up to the end of the line before.
  return { start, end: end - 1, linewise: start <= firstNonBlank(text, start) };
}

/** If a motion cannot move, an operator still takes the last character of a word, or an empty span at the start of a line. */
function atEdge(motion: string, cursor: number): Move | undefined {
  if (motion === 'e' || motion === 'E') return { to: cursor, span: 'inclusive' };
  return motion === 'h' ? { to: cursor, span: 'exclusive' } : undefined;
}

/** `dw` stays on its line; `cw` leaves the blanks after the word. */
function wordSpan(
  text: string,
  cursor: number,
  operator: Operator,
  motion: 'w' | 'W',
  count: number,
): ObjectSpan | undefined {
  const size = motion === 'w' ? 'small' : 'big';
  if (operator === 'c' && cursor < lineEnd(text, cursor) && !isBlankAt(text, cursor)) {
    let end = runEnd(text, cursor, size);
    for (let step = 1; step < count; step += 1) {
      end = nextBoundary(text, nextWordEnd(text, previousBoundary(text, end), size));
    }
    return { start: cursor, end, linewise: false };
  }
  let from = cursor;
  for (let step = 1; step < count; step += 1) from = nextWordStart(text, from, size);
  const next = nextWordStart(text, from, size);
  const isEmptyLine = cursor === lineStart(text, cursor) && cursor === lineEnd(text, cursor);
  if (isEmptyLine && next > cursor) return { start: cursor, end: next - 1, linewise: true };
  return { start: cursor, end: Math.min(next, Math.max(from, lineEnd(text, from))), linewise: false };
}

/** Changes the text; modes and repeats are up to the caller. */
export function operate(
  state: EditorState,
  operator: Operator,
  span: ObjectSpan,
  options: { register?: string; times?: number } = {},
): EditorState {
  switch (operator) {
    case 'y':
      return yank(state, span, options.register);
    case 'd':
      return span.linewise
        ? removeLines(keep(state, span, options.register), span)
        : removeText(keep(state, span, options.register), span);
    case 'c':
      return replaceText(keep(state, span, options.register), span, '');
    case '>':
      return indent(state, span, (line) => (line === '' ? line : INDENT.repeat(options.times ?? 1) + line));
    case '<':
      return indent(state, span, (line) =>
        line.replace(new RegExp(`^(?: {1,${INDENT.length}}|\\t){1,${options.times ?? 1}}`), ''),
      );
    case 'gu':
      return changeCase(state, span, (text) => text.toLowerCase());
    case 'gU':
      return changeCase(state, span, (text) => text.toUpperCase());
    case 'g~':
      return changeCase(state, span, swapCase);
  }
}

export function swapCase(text: string): string {
  return Array.from(text, (character) => {
    const upper = character.toUpperCase();
    return character === upper ? character.toLowerCase() : upper;
  }).join('');
}

function yank(state: EditorState, span: ObjectSpan, register: string | undefined): EditorState {
  const kept = store(state, span, register, 'yank');
  return { ...kept, cursor: span.cursor ?? span.start };
}

function keep(state: EditorState, span: ObjectSpan, register: string | undefined): EditorState {
  return span.start === span.end && !span.linewise ? state : store(state, span, register, 'delete');
}

function store(
  state: EditorState,
  span: ObjectSpan,
  register: string | undefined,
  reason: 'yank' | 'delete',
): EditorState {
  if (state.vim === undefined) return state;
  const text = textOf(state, span) + (span.linewise ? '\n' : '');
  return { ...state, vim: writeRegister(state.vim, register, { text, linewise: span.linewise }, reason) };
}

function removeText(state: EditorState, { start, end }: ObjectSpan): EditorState {
  if (start === end) return state;
  return { ...remember(state), text: replaceRange(state.text, start, end, ''), cursor: start };
}

/** Removes the line break after the lines too, or the one before them at the end of the text. */
function removeLines(state: EditorState, { start, end }: ObjectSpan): EditorState {
  const isLast = end >= state.text.length;
  const text = replaceRange(state.text, isLast ? Math.max(0, start - 1) : start, isLast ? end : end + 1, '');
  return { ...remember(state), text, cursor: firstNonBlank(text, Math.min(start, text.length)) };
}

function replaceText(state: EditorState, { start, end }: ObjectSpan, text: string): EditorState {
  const isSame = state.text.slice(start, end) === text;
  const next = isSame ? state : { ...remember(state), text: replaceRange(state.text, start, end, text) };
  return { ...next, cursor: start };
}

function changeCase(state: EditorState, span: ObjectSpan, change: (text: string) => string): EditorState {
  return { ...replaceText(state, span, change(textOf(state, span))), cursor: span.cursor ?? span.start };
}

function indent(state: EditorState, { start, end }: ObjectSpan, change: (line: string) => string): EditorState {
  const lines = wholeLines(state.text, start, Math.max(start, end > start ? previousBoundary(state.text, end) : end));
  const changed = textOf(state, lines).split('\n').map(change).join('\n');
  const next = replaceText(state, lines, changed);
  return { ...next, cursor: firstNonBlank(next.text, lines.start) };
}

function textOf(state: EditorState, { start, end }: ObjectSpan): string {
  return state.text.slice(start, end);
}
