/** Draws one event: yields the lines it adds to the scrollback and returns the state after it. Pure. */

import { cleanLine, sanitize } from '../../../base/text/sanitize.ts';
import { citationLine } from '../../../protocol/citation.ts';
import type { Event, Stamped, StateChange } from '../../../protocol/event.ts';
import { type Message, type NoteMessage, textOf } from '../../../protocol/message.ts';
import type { Block, Todo, View } from '../../../protocol/view.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { Sgr, TextStyle } from '../screen/theme.ts';
import { blockLines, saidLines, viewLines } from './draw-block.ts';
import { callEndLines, callHead, callStartLines } from './draw-call.ts';
import { prepareColours } from './draw-diff.ts';
import { isOutputCut } from './draw-output.ts';
import { duration } from './duration.ts';
import { endRow } from './end-row.ts';
import { createOutputTail } from './output-tail.ts';
import {
  add,
  beginInput,
  close,
  type Drawn,
  enter,
  type Sheet,
  type StreamState,
  tellHeld,
  tellJoined,
} from './stream-state.ts';
import type { Section } from './styles.ts';

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** Rows of a program's last screen that stay in the chat. */
const SHOWN_SCREEN = 8;

export function* drawEvent(before: StreamState, event: Stamped, sheet: Sheet): Drawn {
  const state = { ...before, at: event.at };
  if (event.agent !== undefined) return yield* drawSubagent(state, event, event.agent, sheet);
  switch (event.type) {
    case 'text-delta':
      return yield* addText(state, 'answer', event.text, sheet);
    case 'thinking-delta':
      return yield* addText(state, 'thinking', event.text, sheet);
    case 'turn-start':
      return {
        ...beginInput(state, event.input),
        isTurn: true,
        tally: { startedAt: event.at, calls: 0, waitedMs: 0, spentBefore: state.spent },
      };
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
    case 'citation':
      return yield* say(state, cleanLine(citationLine(event.citation, event.number)), sheet.theme.secondary, sheet);
    case 'loop': // the question about it, or the end of the turn, reports it
      return state;
    case 'compaction':
      if (!state.isTurn) return state; // the command that asked for it reports it
      return yield* say(state, sheet.messages.compacted(event.before, event.after), sheet.theme.notice, sheet);
    case 'state-change':
      return yield* followState(state, event.change, sheet);
    case 'notice':
      return yield* notice(state, event, sheet);
    case 'request-start':
      // The dialogue draws the request; what came before is closed, so that the request appears below.
      return yield* enter(beginRequest(state, event), 'other', sheet);
    case 'terminal-end':
      return yield* endTerminal(state, event, sheet);
    case 'request-end':
      return yield* endRequest(state, event, sheet);
    default:
      return state; // not shown in the conversation
  }
}

function beginRequest(state: StreamState, { request }: Of<'request-start'>): StreamState {
  const tally = { ...state.tally, askedAt: state.at };
  return request.kind === 'approval' ? { ...state, tally, asked: request } : { ...state, tally };
}

/** A change that was allowed stays as it was shown in the question; the call's row then only reports that it was made. */
function* endRequest(state: StreamState, { answer }: Of<'request-end'>, sheet: Sheet): Drawn {
  const { asked, tally, ...rest } = state;
  const { askedAt, ...counted } = tally;
  const waitedMs = counted.waitedMs + (askedAt === undefined ? 0 : state.at - askedAt);
  const next: StreamState = { ...rest, tally: { ...counted, waitedMs } };
  const { approvals, diff } = sheet.style;
  if (!asked || answer.kind !== 'approval') return next;
  const isLive = approvals === 'live';
  const { id } = asked.call;
  if (answer.choice === 'no')
    return isLive ? { ...next, refusals: new Map([...next.refusals, [id, answer.why]]) } : next;
  const blocks = (asked.view.body ?? []).filter(({ type }) => type === 'diff');
  if (blocks.length === 0 || next.shownChanges.has(id)) return next;
  if (!isLive) return { ...next, shownChanges: new Set([...next.shownChanges, id]) }; // printed with the question
  const trim = diff.form === 'numbered' ? diff : undefined;
  const lines = blocks.flatMap((block) => blockLines(block, sheet.width, sheet, trim));
  const shown = { ...next, shownChanges: new Set([...next.shownChanges, id]), shortened: asked.view };
  return yield* addTo(shown, 'calls', lines, sheet);
}

/** Collects text until the next frame draws it, however many pieces arrive. */
function* addText(state: StreamState, section: Section, text: string, sheet: Sheet): Drawn {
  if (text === '') return state;
  const open = state.section === section ? state : yield* enter(state, section, sheet);
  return { ...open, pending: open.pending + text };
}

function* addTo(state: StreamState, section: Section, lines: readonly Line[], sheet: Sheet): Drawn {
  return yield* add(yield* tellHeld(yield* enter(state, section, sheet), sheet), lines);
}

/** Prints a sentence by coder itself. */
function* say(state: StreamState, text: string, sgr: Sgr, sheet: Sheet): Drawn {
  return yield* addTo(state, 'other', saidLines(text, sgr, sheet.width), sheet);
}

/** A sub-agent's actions are shown; what it says comes back as the result of its task. */
function* drawSubagent(state: StreamState, event: Stamped, agent: string, sheet: Sheet): Drawn {
  const { theme } = sheet;
  switch (event.type) {
    case 'call-start': {
      if (sheet.style.callRows === 'one') return followAgent(state, event);
      const head = callHead(event.call.name, event.view);
      return yield* addTo(state, 'calls', [[span(`  ${cleanLine(agent)}: ${head}`, theme.secondary)]], sheet);
    }
    case 'notice':
      return yield* notice(state, event, sheet);
    case 'retry':
      return yield* retry(state, event, sheet);
    case 'turn-end': {
      if (!event.error) return state;
      return yield* say(state, `  ${cleanLine(agent)}: ${cleanLine(event.error)}`, theme.failure, sheet);
    }
    default:
      return state;
  }
}

/** Shows a sub-agent's current action in the row of the call it works for. */
function followAgent(state: StreamState, { task, call, view }: Of<'call-start'> & { task?: string }): StreamState {
  const running = task === undefined ? undefined : state.calls.get(task);
  if (task === undefined || !running) return state;
  const agent = { now: `${cleanLine(call.name)} ${cleanLine(view.title)}`, calls: (running.agent?.calls ?? 0) + 1 };
  return { ...state, calls: new Map([...state.calls, [task, { ...running, agent }]]) };
}

function* endMessage(state: StreamState, message: Message, sheet: Sheet): Drawn {
  const { theme, messages } = sheet;
  if (message.role === 'assistant') {
    const isText = state.section === 'answer' || state.section === 'thinking';
    if (!isText && !message.interrupted && sheet.style.joins.length > 0) return state; // more calls of the same kind may follow
    const closed = yield* close(state, sheet);
    const noted = message.interrupted ? yield* add(closed, [[span(messages.interrupted, theme.notice)]]) : closed;
    return yield* enter(noted, 'none', sheet);
  }
  if (message.role === 'note') return yield* addNote(state, message, sheet);
  if (message.role !== 'user' || message.by !== 'coder') return state;
  if (message.about === 'check' && !sheet.style.checkRequest) return state;
  return yield* say(state, textOf(message.content), theme.notice, sheet);
}

function* addNote(state: StreamState, { text, ran, failed }: NoteMessage, sheet: Sheet): Drawn {
  const { theme, style, messages } = sheet;
  if (!ran) return yield* say(state, text, failed ? theme.error : theme.notice, sheet);
  const [command = '', exit = '', ...rest] = sanitize(text).split('\n');
  const hasFailed = (ran.exitCode ?? 0) !== 0;
  if (style.ownCommand === 'block') {
    const label: Line[] = style.labels.command === undefined ? [] : [[span(style.labels.command, theme.tool)]];
    const head: Line[] = [...label, [span(command)], [span(exit, hasFailed ? theme.failure : theme.success)]];
    return yield* addTo(state, 'other', [...head, ...rest.map((line) => [span(line)])], sheet);
  }
  if (ran.terminal !== undefined)
    return yield* say(state, messages.runsInTerminal(ran.terminal), theme.secondary, sheet);
  if (ran.exitCode === undefined && state.refusals.size > 0)
    return yield* say(state, messages.notRun, theme.secondary, sheet);
  if (ran.exitCode === undefined) return yield* say(state, [exit, ...rest].join('\n'), theme.secondary, sheet);
  // Its output was printed as it came.
  const notes = [
    ...(hasFailed ? [messages.exitCode(ran.exitCode ?? 0)] : []),
    ...(ran.timedOut ? [messages.timedOut] : []),
    ...(ran.saved === undefined ? [] : [messages.outputSaved(sanitize(ran.saved))]),
  ];
  return notes.length === 0
    ? state
    : yield* say(state, notes.join(' · '), hasFailed ? theme.failure : theme.secondary, sheet);
}

const NOT_FOR_GOOD = 0;

function* startCall(state: StreamState, { call, view }: Of<'call-start'>, sheet: Sheet): Drawn {
  const { style } = sheet;
  const isShell = state.sent === 'shell';
  if (view.kind === 'edit') prepareColours(view.title, sheet.highlight);
  const own = style.ownCommand === 'shell' ? Number.POSITIVE_INFINITY : NOT_FOR_GOOD;
  const rows = isShell ? { ...style.output, first: own } : style.output;
  const running = {
    name: call.name,
    title: view.title,
    output: createOutputTail(rows),
    ...(view.kind && { kind: view.kind }),
    ...(view.isShell && { isShell: view.isShell }),
  };
  const next = { ...state, calls: new Map([...state.calls, [call.id, running]]) };
  if (isShell) return next;
  const isJoined = view.kind !== undefined && style.joins.includes(view.kind);
  const open = isJoined && state.section === 'calls' ? next : yield* enter(next, 'calls', sheet);
  return yield* add(open, callStartLines(call.name, view, sheet));
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
  const call = state.calls.get(event.callId);
  const isStopped = event.outcome.status === 'cancelled' && call !== undefined;
  const next: StreamState = {
    ...state,
    calls: new Map([...state.calls].filter(([id]) => id !== event.callId)),
    stopped: isStopped ? [...state.stopped, callHead(call.name, call)] : state.stopped,
    tally: { ...state.tally, calls: state.tally.calls + 1 },
  };
  if (state.sent === 'shell') {
    const rest = sheet.style.ownCommand === 'shell' ? (call?.output.end().lines ?? []) : [];
    return yield* add(
      next,
      rest.map((line) => [span(line)]),
    );
  }
  const { kind, title } = event.view;
  if (call && kind && event.outcome.status === 'ok' && sheet.style.joins.includes(kind)) {
    const open = yield* enter(next, 'calls', sheet);
    return { ...open, joined: [...open.joined, { kind, name: call.name, title }] };
  }
  const shown = yield* tellJoined(yield* enter(next, 'calls', sheet), sheet);
  if (kind === 'ask' && sheet.style.callRows === 'one' && event.outcome.status === 'ok') return shown; // the person has read and answered it
  const { view, lastTodos } = newsOf(event, shown);
  const told = refusedByPerson({ ...event, view }, state.refusals, sheet);
  const isList = sheet.style.callRows === 'one' && (event.view.body ?? []).some(({ type }) => type === 'todos');
  if (isList) {
    const lines = (view.body ?? []).flatMap((block) => blockLines(block, sheet.width, sheet));
    return yield* add({ ...shown, lastTodos }, lines); // the list is enough
  }
  const drawn = yield* add({ ...shown, lastTodos }, callEndLines(told, call, sheet));
  const isHidden = (block: Block) => (block.type === 'terminal' ? isOutputCut(block, sheet) : block.type !== 'todos');
  const isShortened = sheet.style.callRows === 'one' && (event.view.body ?? []).some(isHidden);
  return isShortened ? { ...drawn, shortened: event.view } : drawn;
}

/** Reports a refusal to the person in the person's words. */
function refusedByPerson(
  event: Of<'call-end'>,
  refusals: StreamState['refusals'],
  { messages }: Sheet,
): Of<'call-end'> {
  if (event.outcome.status !== 'denied' || !refusals.has(event.callId)) return event;
  const why = refusals.get(event.callId);
  const text = why === undefined ? messages.refused : messages.refusedBecause(cleanLine(why));
  return { ...event, view: { ...event.view, body: [{ type: 'text', text }], error: text } };
}

/** Removes what was shown before: a change that was asked about, and todos that have not changed. */
function newsOf({ callId, view }: Of<'call-end'>, state: StreamState): { view: View; lastTodos: string } {
  let { lastTodos } = state;
  const body = view.body?.filter((block) => {
    if (block.type === 'diff') return !state.shownChanges.has(callId);
    if (block.type !== 'todos') return true;
    const key = keyOf(block.items);
    const isNews = key !== lastTodos;
    lastTodos = key;
    return isNews;
  });
  const { body: _all, ...rest } = view;
  return { view: { ...rest, ...(body && { body }) }, lastTodos };
}

function* endTerminal(state: StreamState, event: Of<'terminal-end'>, sheet: Sheet): Drawn {
  const { theme, messages } = sheet;
  const sgr = event.exitCode === 0 ? theme.success : theme.failure;
  const ended = messages.terminalEnded(event.id, event.exitCode, duration(event.durationMs));
  const head: Line = [span(state.isTurn ? ended : messages.toldLater(ended), sgr)];
  const isShownByCall = event.awaited && state.isTurn && sheet.style.callRows !== 'one';
  if (isShownByCall) return yield* addTo(state, 'other', [head], sheet);
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
  return yield* addTo(state, 'other', [...withdrawn, ...wrapSaid([span(text, theme.notice)], sheet.width)], sheet);
}

function* notice(state: StreamState, { level, view }: Of<'notice'>, sheet: Sheet): Drawn {
  const calm = state.sent === 'command' ? 'text' : 'notice';
  const textStyle: TextStyle = level === 'error' ? 'error' : level === 'warn' ? 'notice' : calm;
  const below: Line[] = state.sent === 'nothing' ? [[]] : []; // the prompt comes directly below
  if (sheet.style.endRow && state.isTurn && !view.body) {
    const held = { text: cleanLine(view.title), textStyle };
    return { ...(yield* addTo(state, 'other', [], sheet)), held };
  }
  return yield* addTo(state, 'other', [...viewLines(view, textStyle, sheet.width, sheet), ...below], sheet);
}

function* followState(state: StreamState, { todos: items, spent, session }: StateChange, sheet: Sheet): Drawn {
  const before = session ? 0 : state.spent; // the cost of another session does not count
  const next = { ...state, spent: spent?.money ?? before };
  return items ? yield* todos(next, items, sheet) : next;
}

/** Shows the list once when it changes, whether the tool or the state reported it first. */
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
  const last = endLines(state, event, sheet);
  const isHeld = state.held !== undefined && last.length === 0;
  const ended = isHeld ? state : yield* addTo(state, 'none', last, sheet);
  const { held: _told, ...rest } = ended;
  const told = yield* add(rest, sheet.style.endRow ? endRow(ended, event, sheet) : []);
  return yield* enter({ ...told, stopped: [] }, 'other', sheet);
}

function endLines({ sent, stopped }: StreamState, event: Of<'turn-end'>, sheet: Sheet): Line[] {
  const { theme, messages, width } = sheet;
  const { reason, error, jobs = [] } = event;
  if (reason === 'answered') return [];
  if (reason === 'failed') return saidLines(error ?? (sent === 'shell' ? '' : messages.failed), theme.error, width);
  if (reason !== 'cancelled') return saidLines(error ?? messages.stopped[reason], theme.notice, width);
  // Not wrapped here but by the terminal, so that the sentence can be copied and searched as a whole.
  const cancelled: Line[] = [[span(messages.cancelledBy, theme.notice)], [span(messages.cancelledWhat, theme.notice)]];
  return [...cancelled, ...receiptLines(stopped, jobs, sheet)];
}

/** What a cancel stopped, and what keeps running in spite of it. */
function receiptLines(stopped: readonly string[], jobs: readonly string[], { theme, messages, width }: Sheet): Line[] {
  const still = jobs.map(cleanLine).join('; ');
  return [
    ...(stopped.length > 0 ? saidLines(messages.receiptStopped(stopped.join('; ')), theme.secondary, width) : []),
    ...(jobs.length > 0 ? saidLines(messages.receiptRunning(still), theme.notice, width) : []),
  ];
}
