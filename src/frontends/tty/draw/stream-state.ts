/** The state of the drawn conversation: which section is open, what of it is drawn, what still waits. Pure. */

import { createSanitizer, type Sanitizer } from '../../../base/text/sanitize.ts';
import { readInput } from '../../../protocol/input.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import type { View } from '../../../protocol/view.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { TextStyle } from '../screen/theme.ts';
import type { Drawing } from './draw-block.ts';
import { type RunningCall, runningRows } from './draw-call.ts';
import { type JoinedCall, joinedRows } from './joined-calls.ts';
import { endMarkdown, type Markdown, markdownRows, NO_MARKDOWN, writeMarkdown } from './markdown/stream.ts';
import type { Section } from './styles.ts';
import { NO_THOUGHT, type Thought, thinkOn, thinkOut, thoughtRows } from './thinking.ts';

export interface StreamState {
  readonly section: Section;
  /** The section that was drawn last. */
  readonly drawn: Section;
  /** Text of the section that arrived since it was last drawn. */
  readonly pending: string;
  /** Holds back a control sequence that was cut in two. */
  readonly clean: Sanitizer;
  readonly markdown: Markdown;
  readonly thought: Thought;
  readonly calls: ReadonlyMap<string, RunningCall>;
  /** Calls that have ended and wait to be shown in one row with adjacent ones. */
  readonly joined: readonly JoinedCall[];
  /** Ids of calls whose change was shown by their question. */
  readonly shownChanges: ReadonlySet<string>;
  /** A sentence by coder itself that the last row of the turn may continue. */
  readonly held?: { text: string; textStyle: TextStyle };
  /** The approval that is open. `refusals` holds the reasons for calls that the person refused. */
  readonly asked?: ApprovalRequest;
  readonly refusals: ReadonlyMap<string, string | undefined>;
  /** What the person sent, to which everything that follows belongs. */
  readonly sent: 'nothing' | 'prompt' | 'shell' | 'command';
  readonly isTurn: boolean;
  /** The todo list shown last, as a comparable key. */
  readonly lastTodos: string;
  /** Calls of this turn that a cancel stopped. */
  readonly stopped: readonly string[];
  /** The full view of the content that was shortened last. */
  readonly shortened?: View;
  /** Time of the last event. */
  readonly at: number;
  readonly tally: Tally;
  /** What the session has cost, in US dollars. */
  readonly spent: number;
  readonly endsBlank: boolean;
}

/** Figures of the turn so far. */
interface Tally {
  startedAt: number;
  calls: number;
  /** Time spent waiting for the person; `askedAt` is when the current wait began. */
  waitedMs: number;
  askedAt?: number;
  /** What the session had cost when the turn began, in US dollars, if known. */
  spentBefore: number;
}

/** The width, styles and words to draw with. */
export interface Sheet extends Drawing {
  width: number;
}

/** Yields the lines that are final and returns the state after them. */
export type Drawn = Generator<Line, StreamState>;

export function openStream(): StreamState {
  return {
    section: 'none',
    drawn: 'none',
    pending: '',
    clean: createSanitizer(),
    markdown: NO_MARKDOWN,
    thought: NO_THOUGHT,
    calls: new Map(),
    joined: [],
    shownChanges: new Set(),
    refusals: new Map(),
    sent: 'nothing',
    isTurn: false,
    lastTodos: '',
    stopped: [],
    at: 0,
    tally: { startedAt: 0, calls: 0, waitedMs: 0, spentBefore: 0 },
    spent: 0,
    endsBlank: true,
  };
}

/** The person sent `input`; everything that follows belongs to it. */
export function beginInput(state: StreamState, input: string): StreamState {
  const { kind } = readInput(input);
  return { ...state, sent: kind === 'blank' ? 'prompt' : kind };
}

/** The input has been dealt with: closes what is open and leaves a blank line. */
export function* finishInput(state: StreamState, sheet: Sheet): Drawn {
  const closed = yield* enter(state, 'none', sheet);
  const ended = closed.endsBlank ? closed : yield* add(closed, [[]]);
  return {
    ...ended,
    calls: new Map(),
    shownChanges: new Set(),
    refusals: new Map(),
    sent: 'nothing',
    isTurn: false,
    drawn: 'none',
  };
}

/** Adds lines in order among the others. */
export function* add(state: StreamState, lines: readonly Line[]): Drawn {
  if (lines.length === 0) return state;
  yield* lines;
  return { ...state, endsBlank: lines.at(-1)?.every(({ text }) => text === '') ?? false };
}

/** Begins a new section, after a blank line if the style has one there, and closes what was open. */
export function* enter(state: StreamState, next: Section, sheet: Sheet): Drawn {
  if (state.section === next) return state;
  const { theme, style } = sheet;
  let open = yield* close(state, sheet);
  if (!open.endsBlank && style.gaps[next].includes(open.drawn)) open = yield* add(open, [[]]);
  open = { ...open, section: next, ...(next !== 'none' && { drawn: next }) };
  if (next === 'thinking') open = { ...open, thought: { ...NO_THOUGHT, since: open.at } };
  const { thinking, answer } = style.labels;
  if (next === 'thinking' && thinking !== undefined) return yield* add(open, [[span(thinking, theme.thinking)]]);
  if (next === 'answer' && answer !== undefined) return yield* add(open, [[span(answer, theme.strong)]]);
  return open;
}

export function* close(state: StreamState, sheet: Sheet): Drawn {
  const drawn = yield* closeText(yield* drawText(state, sheet), sheet);
  const told = yield* tellHeld(yield* tellJoined(drawn, sheet), sheet);
  return { ...told, section: 'other' };
}

/** Gives the held sentence a separate row, because more follows. */
export function* tellHeld(state: StreamState, { theme, width }: Sheet): Drawn {
  const { held, ...rest } = state;
  return held ? yield* add(rest, wrapSaid([span(held.text, theme[held.textStyle])], width)) : state;
}

/** Draws the calls that waited for adjacent ones, because no more of them come. */
export function* tellJoined(state: StreamState, sheet: Sheet): Drawn {
  if (state.joined.length === 0) return state;
  const told = yield* add({ ...state, joined: [] }, joinedRows(state.joined, sheet));
  if (state.joined.length === 1) return told;
  const items = state.joined.map(({ name, title }) => `${name} ${title}`);
  return { ...told, shortened: { title: '', body: [{ type: 'list', items }] } };
}

/** Draws the text that arrived since the last time. */
export function* drawText(state: StreamState, sheet: Sheet): Drawn {
  if (state.pending === '') return state;
  const text = state.clean.write(state.pending);
  const rest = { ...state, pending: '' };
  if (state.section === 'answer') return yield* answer(rest, text, sheet);
  return state.section === 'thinking' ? yield* think(rest, text, sheet) : rest;
}

/** The lines of the section that are still open. */
export function openRows(state: StreamState, sheet: Sheet): Line[] {
  if (state.section === 'answer') return markdownRows(state.markdown, sheet);
  if (state.section === 'thinking') return thoughtRows(state.thought, sheet);
  const joined = state.joined.length > 0 ? joinedRows(state.joined, sheet) : [];
  const held = state.held ? wrapSaid([span(state.held.text, sheet.theme[state.held.textStyle])], sheet.width) : [];
  const running = [...state.calls].filter(([id]) => id !== state.asked?.call.id); // the question shows that one
  return [...joined, ...held, ...running.flatMap(([, call]) => runningRows(call, state.sent === 'shell', sheet))];
}

function* closeText(state: StreamState, sheet: Sheet): Drawn {
  const rest = state.clean.end();
  if (state.section === 'answer') {
    const written = yield* answer(state, rest, sheet);
    const { markdown, lines } = endMarkdown(written.markdown, sheet);
    return yield* add({ ...written, markdown }, lines);
  }
  if (state.section !== 'thinking') return state;
  const thought = yield* think(state, rest, sheet);
  const { lines, whole } = thinkOut(thought.thought, thought.at, sheet);
  const told = yield* add({ ...thought, thought: NO_THOUGHT }, lines);
  return whole === undefined ? told : { ...told, shortened: { title: '', body: [{ type: 'text', text: whole }] } };
}

function* answer(state: StreamState, text: string, sheet: Sheet): Drawn {
  const { markdown, lines } = writeMarkdown(state.markdown, text, sheet);
  return yield* add({ ...state, markdown }, lines);
}

function* think(state: StreamState, text: string, sheet: Sheet): Drawn {
  const { thought, lines } = thinkOn(state.thought, text, state.endsBlank, sheet);
  return yield* add({ ...state, thought }, lines);
}
