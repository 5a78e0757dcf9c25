/** One event as lines: what it adds to the scrollback, and what is open after it. Pure. */

import { cleanLine, sanitize } from '../../../base/text/sanitize.ts';
import type { Event, Stamped } from '../../../protocol/event.ts';
import { type Message, type NoteMessage, textOf } from '../../../protocol/message.ts';
import type { Todo } from '../../../protocol/view.ts';
import { type Line, span } from '../screen/spans.ts';
import { blockLines, textLines, viewLines } from './draw-block.ts';
import { callEndLines, callHead, callStartLines } from './draw-call.ts';
import { duration } from './duration.ts';
import { createOutputTail } from './output-tail.ts';
import {
  add,
  beginInput,
  close,
  type Drawn,
  enter,
  type Section,
  type Sheet,
  type StreamState,
} from './stream-state.ts';

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** Rows of the last screen of a program that stay in the chat. */
const SHOWN_SCREEN = 8;

export function* drawEvent(state: StreamState, event: Stamped, sheet: Sheet): Drawn {
  if (event.agent !== undefined) return yield* drawSubagent(state, event, event.agent, sheet);
  switch (event.type) {
    case 'text-delta':
      return yield* addText(state, 'answer', event.text, sheet);
    case 'thinking-delta':
      return yield* addText(state, 'thinking', event.text, sheet);
    case 'turn-start':
      return { ...beginInput(state, event.input), isTurn: true };
    case 'turn-end':
      return yield* endTurn(state, event, sheet);
    case 'message-end':
      return yield* endMessage(state, event.message, sheet);
    case 'call-start':
      return yield* startCall(state, event, sheet);
    case 'call-output':
      return yield* callOutput(state, event, sheet);
    case 'call-end':
      return yield* endCall(state, event, sheet);
    case 'retry':
      return yield* retry(state, event, sheet);
    case 'compaction':
      if (!state.isTurn) return state; // the command that asked for it reports it
      return yield* addTo(
        state,
        'other',
        [[span(sheet.messages.compacted(event.before, event.after), sheet.theme.notice)]],
        sheet,
      );
    case 'state-change':
      return event.change.todos ? yield* todos(state, event.change.todos, sheet) : state;
    case 'notice':
      return yield* notice(state, event, sheet);
    case 'request-start':
      // The dialogue draws it; what came before is closed, so that it appears below.
      return yield* enter(state, 'other', sheet);
    case 'terminal-end':
      return yield* endTerminal(state, event, sheet);
    case 'request-end':
    case 'terminal-start':
    case 'terminal-screen':
      return state;
  }
}

/** Drawn with the next frame, however many pieces come until then. */
function* addText(state: StreamState, section: Section, text: string, sheet: Sheet): Drawn {
  if (text === '') return state;
  const open = state.section === section ? state : yield* enter(state, section, sheet);
  return { ...open, pending: open.pending + text };
}

function* addTo(state: StreamState, section: Section, lines: readonly Line[], sheet: Sheet): Drawn {
  return yield* add(yield* enter(state, section, sheet), lines);
}

/** Of a sub-agent, what it does is worth a line; what it says comes back as the result of its task. */
function* drawSubagent(state: StreamState, event: Stamped, agent: string, sheet: Sheet): Drawn {
  const { theme } = sheet;
  switch (event.type) {
    case 'call-start': {
      const head = callHead(event.call.name, event.view.title);
      return yield* addTo(state, 'calls', [[span(`  ${cleanLine(agent)}: ${head}`, theme.secondary)]], sheet);
    }
    case 'notice':
      return yield* notice(state, event, sheet);
    case 'retry':
      return yield* retry(state, event, sheet);
    case 'turn-end': {
      if (!event.error) return state;
      const text = `  ${cleanLine(agent)}: ${cleanLine(event.error)}`;
      return yield* addTo(state, 'other', [[span(text, theme.failure)]], sheet);
    }
    default:
      return state;
  }
}

function* endMessage(state: StreamState, message: Message, sheet: Sheet): Drawn {
  const { theme, messages } = sheet;
  if (message.role === 'assistant') {
    const closed = yield* close(state, sheet);
    const noted = message.interrupted ? yield* add(closed, [[span(messages.interrupted, theme.notice)]]) : closed;
    return yield* enter(noted, 'none', sheet);
  }
  if (message.role === 'note') return yield* addTo(state, 'other', noteLines(message, sheet), sheet);
  if (message.role !== 'user' || message.by !== 'coder') return state;
  return yield* addTo(state, 'other', textLines(textOf(message.content), theme.notice), sheet);
}

function noteLines({ text, ran }: NoteMessage, { theme }: Sheet): Line[] {
  if (!ran) return textLines(text, theme.notice);
  const [command = '', exit = '', ...rest] = sanitize(text).split('\n');
  const look = (ran.exitCode ?? 0) === 0 ? theme.success : theme.failure;
  const head: Line[] = [[span('[COMMAND]', theme.tool)], [span(command)], [span(exit, look)]];
  return [...head, ...rest.map((line) => [span(line)])];
}

function* startCall(state: StreamState, { call, view }: Of<'call-start'>, sheet: Sheet): Drawn {
  const isShell = state.sent === 'shell';
  const running = { name: call.name, title: view.title, output: createOutputTail(isShell ? 0 : undefined) };
  const next = { ...state, calls: new Map([...state.calls, [call.id, running]]) };
  return isShell ? next : yield* addTo(next, 'calls', callStartLines(call.name, view.title, sheet), sheet);
}

function* callOutput(state: StreamState, event: Of<'call-output'>, sheet: Sheet): Drawn {
  const call = state.calls.get(event.callId);
  if (!call) return state;
  const open = yield* enter(state, 'calls', sheet);
  return yield* add(
    open,
    call.output.write(event.text, event.stream).map((line) => [span(line)]),
  );
}

function* endCall(state: StreamState, event: Of<'call-end'>, sheet: Sheet): Drawn {
  const { theme, messages, width } = sheet;
  const call = state.calls.get(event.callId);
  const isStopped = event.outcome.status === 'cancelled' && call !== undefined;
  const next: StreamState = {
    ...state,
    calls: new Map([...state.calls].filter(([id]) => id !== event.callId)),
    stopped: isStopped ? [...state.stopped, callHead(call.name, call.title)] : state.stopped,
  };
  if (state.sent === 'shell') return next;
  const rest = call?.output.end() ?? { skipped: 0, lines: [] };
  const skipped: Line[] = rest.skipped > 0 ? [[span(messages.linesNotShown(rest.skipped), theme.secondary)]] : [];
  const shown = yield* addTo(next, 'calls', [...skipped, ...rest.lines.map((line) => [span(line)])], sheet);
  const ended = { startTitle: call?.title ?? '', wasStreamed: call !== undefined && !call.output.isEmpty };
  let lastTodos = shown.lastTodos;
  const body = event.view.body?.filter((block) => {
    if (block.type !== 'todos') return true;
    const key = keyOf(block.items);
    const isNews = key !== lastTodos;
    lastTodos = key;
    return isNews;
  });
  const view = { title: event.view.title, ...(body && { body }) };
  return yield* add({ ...shown, lastTodos }, callEndLines({ ...event, view }, ended, width, sheet));
}

function* endTerminal(state: StreamState, event: Of<'terminal-end'>, sheet: Sheet): Drawn {
  const { theme, messages } = sheet;
  const look = event.exitCode === 0 ? theme.success : theme.failure;
  const ended = messages.terminalEnded(event.id, event.exitCode, duration(event.durationMs));
  const head: Line = [span(state.isTurn ? ended : messages.toldLater(ended), look)];
  if (event.awaited && state.isTurn) return yield* addTo(state, 'other', [head], sheet); // the call shows its last screen
  const lines = sanitize(event.text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const rows = lines.slice(-SHOWN_SCREEN).map((line): Line => [span(`  ${line}`, theme.secondary)]);
  return yield* addTo(state, 'other', [head, ...rows, []], sheet);
}

function* retry(state: StreamState, event: Of<'retry'>, sheet: Sheet): Drawn {
  const { theme, messages } = sheet;
  const withdrawn: Line[] = event.discarded ? [[span(messages.withdrawn, theme.secondary)]] : [];
  const seconds = Math.ceil(event.delayMs / 1000);
  const text = messages.retry(event.attempt, event.of, seconds, cleanLine(event.reason));
  return yield* addTo(state, 'other', [...withdrawn, [span(text, theme.notice)]], sheet);
}

function* notice(state: StreamState, { level, view }: Of<'notice'>, sheet: Sheet): Drawn {
  const calm = state.sent === 'command' ? 'text' : 'notice';
  const look = level === 'error' ? 'error' : level === 'warn' ? 'notice' : calm;
  const below: Line[] = state.sent === 'nothing' ? [[]] : []; // the prompt comes right below
  return yield* addTo(state, 'other', [...viewLines(view, look, sheet.width, sheet), ...below], sheet);
}

/** The list shows when it changes, once, whether the tool or the state reported it first. */
function* todos(state: StreamState, items: Todo[], sheet: Sheet): Drawn {
  const lastTodos = keyOf(items);
  if (items.length === 0 || lastTodos === state.lastTodos) return state;
  const next = { ...state, lastTodos };
  return yield* addTo(next, 'other', blockLines({ type: 'todos', items }, sheet.width, sheet), sheet);
}

function keyOf(items: readonly Todo[]): string {
  return JSON.stringify(items);
}

function* endTurn(state: StreamState, event: Of<'turn-end'>, sheet: Sheet): Drawn {
  const ended = yield* addTo(state, 'none', endLines(state, event, sheet), sheet);
  return yield* enter({ ...ended, stopped: [] }, 'other', sheet);
}

function endLines({ sent, stopped }: StreamState, event: Of<'turn-end'>, sheet: Sheet): Line[] {
  const { theme, messages } = sheet;
  const { reason, error, jobs = [] } = event;
  if (reason === 'answered') return [];
  if (reason === 'failed') return textLines(error ?? (sent === 'shell' ? '' : messages.failed), theme.error);
  if (reason !== 'cancelled') return textLines(error ?? messages.stopped[reason], theme.notice);
  const cancelled: Line[] = [[span(messages.cancelledBy, theme.notice)], [span(messages.cancelledWhat, theme.notice)]];
  return [...cancelled, ...receiptLines(stopped, jobs, sheet)];
}

/** What a cancel stopped, and what runs on in spite of it. */
function receiptLines(stopped: readonly string[], jobs: readonly string[], { theme, messages }: Sheet): Line[] {
  const lines: Line[] = [];
  if (stopped.length > 0) lines.push([span(messages.receiptStopped(stopped.join('; ')), theme.secondary)]);
  if (jobs.length > 0) lines.push([span(messages.receiptRunning(jobs.map(cleanLine).join('; ')), theme.notice)]);
  return lines;
}
