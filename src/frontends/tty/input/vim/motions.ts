/** The targets of vim's motions. */

import { nextBoundary, previousBoundary } from '../../../../base/text/graphemes.ts';
import { columnAt, lineAway, lineEnd, lineStart } from '../buffer.ts';
import type { EditorState } from '../editor-state.ts';
import { offsetAtColumn } from '../shown-character.ts';
import { matchingBracket } from './brackets.ts';
import { END_OF_LINE } from './end-of-line.ts';
import { nextWordEnd, nextWordStart, previousWordEnd, previousWordStart, type WordSize } from './word-motions.ts';

export interface Move {
  to: number;
  /** What an operator covers: up to the target, including the character there, or whole lines. */
  span: 'exclusive' | 'inclusive' | 'linewise';
  /** The column to keep for the next move up or down. */
  goal?: number;
}

type Motion = (state: EditorState, count: number, given: number | undefined) => Move | undefined;

const MOTIONS: Readonly<Record<string, Motion>> = {
  h: ({ text, cursor }, count) => {
    const to = repeat(count, cursor, (at) => Math.max(lineStart(text, cursor), previousBoundary(text, at)));
    return to === cursor ? undefined : exclusive(to);
  },
  l: ({ text, cursor }, count) =>
    exclusive(repeat(count, cursor, (at) => Math.min(lineEnd(text, cursor), nextBoundary(text, at)))),
  j: (state, count) => vertical(state, count),
  k: (state, count) => vertical(state, -count),
  w: words('exclusive', nextWordStart, 'small'),
  W: words('exclusive', nextWordStart, 'big'),
  b: words('exclusive', previousWordStart, 'small'),
  B: words('exclusive', previousWordStart, 'big'),
  e: words('inclusive', nextWordEnd, 'small'),
  E: words('inclusive', nextWordEnd, 'big'),
  ge: words('inclusive', previousWordEnd, 'small'),
  gE: words('inclusive', previousWordEnd, 'big'),
  '0': ({ text, cursor }) => exclusive(lineStart(text, cursor)),
  '^': ({ text, cursor }) => exclusive(firstNonBlank(text, cursor)),
  $: toLineEnd,
  g_: ({ text, cursor }) => {
    const start = lineStart(text, cursor);
    const trimmed = text.slice(start, lineEnd(text, cursor)).trimEnd();
    return inclusive(previousBoundary(text, Math.max(start, start + trimmed.length)));
  },
  gg: ({ text }, _count, given) => linewise(firstNonBlank(text, startOfLine(text, given ?? 1))),
  G: ({ text }, _count, given) =>
    linewise(firstNonBlank(text, given === undefined ? lineStart(text, text.length) : startOfLine(text, given))),
  '%': ({ text, cursor }) => {
    const to = matchingBracket(text, cursor, lineEnd(text, cursor));
    return to === undefined ? undefined : inclusive(to);
  },
  '{': ({ text, cursor }, count) => exclusive(repeat(count, cursor, (at) => paragraphBefore(text, at))),
  '}': ({ text, cursor }, count) => exclusive(repeat(count, cursor, (at) => paragraphAfter(text, at))),
  '+': (state, count) => lineStartAway(state, count),
  '-': (state, count) => lineStartAway(state, -count),
  _: (state, count) => lineStartAway(state, count - 1),
  '|': ({ text, cursor, pastes }, count) => {
    const start = lineStart(text, cursor);
    return exclusive(start + offsetAtColumn(text.slice(start, lineEnd(text, cursor)), count - 1, pastes));
  },
};

const ALIASES: Readonly<Record<string, string>> = { left: 'h', right: 'l', up: 'k', down: 'j', home: '0', end: '$' };

/** `undefined` if the motion is not possible. */
export function move(state: EditorState, motion: string, given?: number, argument?: string): Move | undefined {
  const name = ALIASES[motion] ?? motion;
  if (argument !== undefined && 'fFtT'.includes(name)) return findCharacter(state, name, argument, given ?? 1, false);
  if (name === ';' || name === ',') return repeatFind(state, name, given ?? 1);
  return MOTIONS[name]?.(state, given ?? 1, given);
}

export function firstNonBlank(text: string, offset: number): number {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, offset));
  const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return blanks === line.length && blanks > 0 ? start + blanks - 1 : start + blanks;
}

function words(
  span: Move['span'],
  step: (text: string, from: number, size: WordSize) => number,
  size: WordSize,
): Motion {
  return ({ text, cursor }, count) => {
    const to = repeat(count, cursor, (at) => step(text, at, size));
    return to === cursor ? undefined : { to, span };
  };
}

function vertical(state: EditorState, wanted: number): Move | undefined {
  const goal = state.goal ?? columnAt(state.text, state.cursor, state.pastes);
  const lines = linesThere(state.text, state.cursor, wanted);
  const to = lineAway(state.text, state.cursor, lines, goal, state.pastes);
  return to === undefined ? undefined : { to, span: 'linewise', goal };
}

function toLineEnd({ text, cursor }: EditorState, count: number): Move | undefined {
  const lines = linesThere(text, cursor, count - 1);
  let end = lineEnd(text, cursor);
  for (let step = 0; step < lines; step += 1) {
    if (end >= text.length) return undefined;
    end = lineEnd(text, end + 1);
  }
  const to = end > lineStart(text, end) ? previousBoundary(text, end) : end;
  // An empty line has no character for an operator to take.
  return { to, span: to === end ? 'exclusive' : 'inclusive', goal: END_OF_LINE };
}

function lineStartAway({ text, cursor, pastes }: EditorState, wanted: number): Move | undefined {
  const to = lineAway(text, cursor, linesThere(text, cursor, wanted), 0, pastes);
  return to === undefined ? undefined : linewise(firstNonBlank(text, to));
}

/** Limits a move to the lines that exist; if there are none, returns `wanted` unchanged, so that the move fails. */
function linesThere(text: string, cursor: number, wanted: number): number {
  const rest = wanted < 0 ? text.slice(0, cursor) : text.slice(cursor);
  let most = 0;
  for (let at = rest.indexOf('\n'); at >= 0 && most < Math.abs(wanted); at = rest.indexOf('\n', at + 1)) most += 1;
  return most === 0 ? wanted : Math.sign(wanted) * most;
}

/** The start of a line by its number; of the last line if there are fewer. */
function startOfLine(text: string, number: number): number {
  let start = 0;
  for (let line = 1; line < number; line += 1) {
    const end = lineEnd(text, start);
    if (end === text.length) break;
    start = end + 1;
  }
  return start;
}

/** The empty line before the paragraph. */
function paragraphBefore(text: string, from: number): number {
  let start = lineStart(text, from);
  while (start > 0 && text[start] === '\n') start = lineStart(text, start - 1);
  while (start > 0 && text[start] !== '\n') start = lineStart(text, start - 1);
  return start;
}

function paragraphAfter(text: string, from: number): number {
  let start = lineStart(text, from);
  const isLast = (): boolean => lineEnd(text, start) === text.length;
  while (!isLast() && text[start] === '\n') start += 1;
  while (!isLast() && text[start] !== '\n') start = lineEnd(text, start) + 1;
  return isLast() ? text.length : start;
}

function repeatFind(state: EditorState, name: ';' | ',', count: number): Move | undefined {
  const last = state.vim?.lastFind;
  if (last === undefined) return undefined;
  const upper = last.motion.toUpperCase();
  const turned = last.motion === upper ? last.motion.toLowerCase() : upper;
  return findCharacter(state, name === ';' ? last.motion : turned, last.character, count, true);
}

/** `again`: a repeated `t` does not stop at the character that it is already beside. */
function findCharacter(
  { text, cursor }: EditorState,
  name: string,
  character: string,
  count: number,
  again: boolean,
): Move | undefined {
  const forward = name === 'f' || name === 't';
  const till = name === 't' || name === 'T';
  const start = lineStart(text, cursor);
  const end = lineEnd(text, cursor);
  let at = cursor;
  if (again && till) {
    const beside = forward ? nextBoundary(text, cursor) : previousBoundary(text, cursor);
    if (text.startsWith(character, beside)) at = beside;
  }
  for (let step = 0; step < count; step += 1) {
    at = forward
      ? text.indexOf(character, nextBoundary(text, at))
      : at <= start
        ? -1
        : text.lastIndexOf(character, previousBoundary(text, at));
    if (at < start || at >= end) return undefined;
  }
  if (forward) return inclusive(till ? previousBoundary(text, at) : at);
  return exclusive(till ? nextBoundary(text, at) : at);
}

function repeat(count: number, from: number, step: (at: number) => number): number {
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const next = step(at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function exclusive(to: number): Move {
  return { to, span: 'exclusive' };
}

function inclusive(to: number): Move {
  return { to, span: 'inclusive' };
}

function linewise(to: number): Move {
  return { to, span: 'linewise' };
}
