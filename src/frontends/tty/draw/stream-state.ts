/** The conversation as it is drawn: which section is open, what of it is drawn, what still waits. Pure. */

import { createSanitizer, type Sanitizer } from '../../../base/text/sanitize.ts';
import { readInput } from '../../../protocol/input.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';
import { endFlow, type Flow, flowRows, pushFlow, startFlow } from './markdown/flow.ts';
import { endMarkdown, type Markdown, markdownRows, NO_MARKDOWN, writeMarkdown } from './markdown/stream.ts';
import type { OutputTail } from './output-tail.ts';

export interface StreamState {
  readonly section: Section;
  /** Text of the section that came since it was last drawn. */
  readonly pending: string;
  /** Holds back a control sequence that is cut in two. */
  readonly clean: Sanitizer;
  readonly markdown: Markdown;
  /** The line of thinking that is open. */
  readonly thinking?: Flow;
  readonly calls: ReadonlyMap<string, RunningCall>;
  /** What the person sent and what follows belongs to. */
  readonly sent: 'nothing' | 'prompt' | 'shell' | 'command';
  readonly isTurn: boolean;
  /** The list of todos that was shown last. */
  readonly lastTodos: string;
  /** Calls that a cancel stopped in this turn. */
  readonly stopped: readonly string[];
  readonly endsBlank: boolean;
}

interface RunningCall {
  readonly name: string;
  readonly title: string;
  readonly output: OutputTail;
}

export type Section = 'none' | 'thinking' | 'answer' | 'calls' | 'other';

/** What it is drawn on and with. */
export interface Sheet extends Drawing {
  width: number;
}

/** Yields the lines that are final and returns the state after them. */
export type Drawn = Generator<Line, StreamState>;

export function openStream(): StreamState {
  return {
    section: 'none',
    pending: '',
    clean: createSanitizer(),
    markdown: NO_MARKDOWN,
    calls: new Map(),
    sent: 'nothing',
    isTurn: false,
    lastTodos: '',
    stopped: [],
    endsBlank: true,
  };
}

/** The person sent this: what follows belongs to it. */
export function beginInput(state: StreamState, input: string): StreamState {
  const { kind } = readInput(input);
  return { ...state, sent: kind === 'blank' ? 'prompt' : kind };
}

/** What was sent has been dealt with: closes what is open and leaves a blank line. */
export function* finishInput(state: StreamState, sheet: Sheet): Drawn {
  const closed = yield* enter(state, 'none', sheet);
  return { ...closed, calls: new Map(), sent: 'nothing', isTurn: false };
}

/** Lines in their place among the others. */
export function* add(state: StreamState, lines: readonly Line[]): Drawn {
  if (lines.length === 0) return state;
  yield* lines;
  return { ...state, endsBlank: lines.at(-1)?.every(({ text }) => text === '') ?? false };
}

/** A new section begins after a blank line; what was open is closed. */
export function* enter(state: StreamState, next: Section, sheet: Sheet): Drawn {
  if (state.section === next) return state;
  const { theme } = sheet;
  let open = yield* close(state, sheet);
  if (!open.endsBlank) open = yield* add(open, [[]]);
  open = { ...open, section: next };
  if (next === 'thinking') return yield* add(open, [[span('[THINK]', theme.thinking)]]);
  if (next === 'answer') return yield* add(open, [[span('[ANSWER]', theme.strong)]]);
  return open;
}

export function* close(state: StreamState, sheet: Sheet): Drawn {
  const drawn = yield* closeText(yield* drawText(state, sheet), sheet);
  return { ...drawn, section: 'other' };
}

/** Draws the text that came since the last time. */
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
  if (state.section === 'thinking') return state.thinking ? flowRows(state.thinking, sheet.width) : [];
  return [...state.calls.values()].flatMap(({ output }) => output.live().map((line) => [span(line)]));
}

function* closeText(state: StreamState, sheet: Sheet): Drawn {
  const rest = state.clean.end();
  if (state.section === 'answer') {
    const written = yield* answer(state, rest, sheet);
    const { markdown, lines } = endMarkdown(written.markdown, sheet);
    return yield* add({ ...written, markdown }, lines);
  }
  if (state.section !== 'thinking') return state;
  const { thinking, ...thought } = yield* think(state, rest, sheet);
  return yield* add(thought, thinking ? endFlow(thinking, sheet.width) : []);
}

function* answer(state: StreamState, text: string, sheet: Sheet): Drawn {
  const { markdown, lines } = writeMarkdown(state.markdown, text, sheet);
  return yield* add({ ...state, markdown }, lines);
}

function* think(state: StreamState, text: string, sheet: Sheet): Drawn {
  const lines = text.split('\n');
  let thought = state;
  for (const [index, line] of lines.entries()) {
    const open = thought.thinking ?? startThought(sheet);
    const { flow, rows } = line === '' ? { flow: open, rows: [] } : pushFlow(open, line, sheet.width);
    thought = yield* add({ ...thought, thinking: flow }, rows);
    if (index === lines.length - 1) break;
    const { thinking: _ended, ...rest } = thought;
    const last = endFlow(flow, sheet.width);
    thought = yield* add(rest, last.length > 0 ? last : rest.endsBlank ? [] : [[]]);
  }
  return thought;
}

function startThought({ theme }: Sheet): Flow {
  return startFlow({ render: (source) => [span(source, theme.thinking)], cut: lastBreak });
}

/** Thinking has no marks: any word that is whole is settled. */
function lastBreak(source: string): number {
  const space = source.lastIndexOf(' ') + 1;
  return space > 0 || source.length < 80 ? space : source.length - 1;
}
