/** The event stream as lines: what is final goes to the scrollback, what is open is drawn in the live region. */

import { cleanLine, createSanitizer, sanitize } from '../../../base/text/sanitize.ts';
import type { Event, Stamped } from '../../../protocol/event.ts';
import { type Message, textOf } from '../../../protocol/message.ts';
import type { Todo } from '../../../protocol/view.ts';
import { type Line, span } from '../screen/spans.ts';
import { blockLines, type Drawing, textLines, viewLines } from './draw-block.ts';
import { callEndLines, callHead, callStartLines } from './draw-call.ts';
import { duration } from './duration.ts';
import { createFlow, type Flow } from './markdown/flow.ts';
import { createMarkdownStream } from './markdown/stream.ts';
import { createOutputTail, type OutputTail } from './output-tail.ts';

export interface EventDrawer {
  /** The person sent this: what follows belongs to it. */
  begin(input: string): void;
  push(event: Stamped, width: number): void;
  /** Lines of the front end's own, in their place among the others. */
  add(lines: readonly Line[]): void;
  /** The lines that are final since the last time. */
  take(width: number): Line[];
  live(width: number): Line[];
  /** What was sent has been dealt with: closes what is open and leaves a blank line. */
  finish(width: number): void;
  /** What was sent is a command of the person's own. */
  readonly isShellTurn: boolean;
}

interface RunningCall {
  name: string;
  title: string;
  output: OutputTail;
}

/** Rows of the last screen of a program that stay in the chat. */
const SHOWN_SCREEN = 8;

type Section = 'none' | 'thinking' | 'answer' | 'calls' | 'other';

export function createEventDrawer(drawing: Drawing): EventDrawer {
  const { theme, messages } = drawing;
  const calls = new Map<string, RunningCall>();
  const clean = createSanitizer();
  const markdown = createMarkdownStream(theme, drawing.highlight);
  let thinking: Flow | undefined;
  let pending: string[] = [];
  let section: Section = 'none';
  let isShellTurn = false;
  let isCommand = false;
  let isOpen = false;
  let isTurn = false;
  let lastTodos = '';
  let stopped: string[] = [];
  let out: Line[] = [];
  let endsBlank = true;

  return {
    begin,
    push,
    add,
    take,
    live,
    finish,
    get isShellTurn() {
      return isShellTurn;
    },
  };

  function begin(input: string): void {
    const line = input.trimStart();
    isOpen = true;
    isShellTurn = line.startsWith('!');
    isCommand = line.startsWith('/');
  }

  function finish(width: number): void {
    enter('none', width);
    calls.clear();
    isOpen = false;
    isTurn = false;
    isShellTurn = false;
    isCommand = false;
  }

  function take(width: number): Line[] {
    flushText(width);
    const lines = out;
    out = [];
    return lines;
  }

  function live(width: number): Line[] {
    if (section === 'answer') return markdown.live(width);
    if (section === 'thinking') return thinking?.live(width) ?? [];
    return [...calls.values()].flatMap(({ output }) => output.live().map((line) => [span(line)]));
  }

  function add(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    out.push(...lines);
    endsBlank = lines.at(-1)?.every(({ text }) => text === '') ?? false;
  }

  /** A new section begins after a blank line; what was open is closed. */
  function enter(next: Section, width: number): void {
    if (section === next) return;
    close(width);
    if (!endsBlank) add([[]]);
    section = next;
    if (next === 'thinking') add([[span('[THINK]', theme.thinking)]]);
    if (next === 'answer') add([[span('[ANSWER]', theme.strong)]]);
  }

  function close(width: number): void {
    flushText(width);
    closeText(width);
    section = 'other';
  }

  function flushText(width: number): void {
    if (pending.length === 0) return;
    const text = clean.write(pending.join(''));
    pending = [];
    if (section === 'answer') add(markdown.write(text, width));
    else if (section === 'thinking') think(text, width);
  }

  function closeText(width: number): void {
    const rest = clean.end();
    if (section === 'answer') add([...markdown.write(rest, width), ...markdown.end(width)]);
    if (section === 'thinking') {
      think(rest, width);
      add(thinking?.end(width) ?? []);
      thinking = undefined;
    }
  }

  function think(text: string, width: number): void {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      thinking ??= createFlow({ render: (source) => [span(source, theme.thinking)], cut: lastBreak });
      if (line !== '') add(thinking.push(line, width));
      if (index === lines.length - 1) break;
      const rows = thinking.end(width);
      add(rows.length > 0 ? rows : endsBlank ? [] : [[]]);
      thinking = undefined;
    }
  }

  function push(event: Stamped, width: number): void {
    if (event.agent !== undefined) return pushSubagent(event, event.agent, width);
    switch (event.type) {
      case 'text-delta':
        if (event.text === '') return;
        enter('answer', width);
        pending.push(event.text);
        return;
      case 'thinking-delta':
        if (event.text === '') return;
        enter('thinking', width);
        pending.push(event.text);
        return;
      case 'turn-start':
        isTurn = true;
        return begin(event.input);
      case 'turn-end':
        return endTurn(event, width);
      case 'message-end':
        return endMessage(event.message, width);
      case 'call-start':
        return startCall(event, width);
      case 'call-output':
        return callOutput(event, width);
      case 'call-end':
        return endCall(event, width);
      case 'retry':
        return retry(event, width);
      case 'compaction':
        if (!isTurn) return; // the command that asked for it tells of it
        enter('other', width);
        return add([[span(messages.compacted(event.before, event.after), theme.notice)]]);
      case 'state-change':
        if (event.change.todos) drawTodos(event.change.todos, width);
        return;
      case 'notice':
        return notice(event, width);
      case 'request-start':
        // The dialogue draws it; what came before it is closed, so that it stands below.
        return enter('other', width);
      case 'terminal-end':
        return endTerminal(event, width);
      case 'request-end':
      case 'terminal-start':
      case 'terminal-screen':
        return;
    }
  }

  /** Of a sub-agent, what it does is worth a line; what it says comes back as the result of its task. */
  function pushSubagent(event: Stamped, agent: string, width: number): void {
    if (event.type === 'call-start') {
      enter('calls', width);
      const head = callHead(event.call.name, event.view.title);
      add([[span(`  ${cleanLine(agent)}: ${head}`, theme.secondary)]]);
    } else if (event.type === 'notice') notice(event, width);
    else if (event.type === 'retry') retry(event, width);
    else if (event.type === 'turn-end' && event.error) {
      enter('other', width);
      add([[span(`  ${cleanLine(agent)}: ${cleanLine(event.error)}`, theme.failure)]]);
    }
  }

  function endMessage(message: Message, width: number): void {
    if (message.role === 'assistant') {
      close(width);
      if (message.interrupted) add([[span(messages.interrupted, theme.notice)]]);
      enter('none', width);
    } else if (message.role === 'note') {
      enter('other', width);
      drawNote(message.text);
    } else if (message.role === 'user' && message.by === 'coder') {
      enter('other', width);
      add(textLines(textOf(message.content), theme.notice));
    }
  }

  function drawNote(text: string): void {
    if (!text.startsWith('$ ')) return add(textLines(text, theme.notice));
    const [command = '', exit = '', ...rest] = sanitize(text).split('\n');
    const look = /^exit=(?!0\b)/.test(exit) ? theme.failure : theme.success;
    add([[span('[COMMAND]', theme.tool)], [span(command)], [span(exit, look)]]);
    add(rest.map((line) => [span(line)]));
  }

  function startCall(event: Extract<Event, { type: 'call-start' }>, width: number): void {
    const { call, view } = event;
    calls.set(call.id, { name: call.name, title: view.title, output: createOutputTail(isShellTurn ? 0 : undefined) });
    if (isShellTurn) return;
    enter('calls', width);
    add(callStartLines(call.name, view.title, drawing));
  }

  function callOutput(event: Extract<Event, { type: 'call-output' }>, width: number): void {
    const call = calls.get(event.callId);
    if (!call) return;
    enter('calls', width);
    add(call.output.write(event.text, event.stream).map((line) => [span(line)]));
  }

  function endCall(event: Extract<Event, { type: 'call-end' }>, width: number): void {
    const call = calls.get(event.callId);
    calls.delete(event.callId);
    if (event.outcome.status === 'cancelled' && call) stopped.push(callHead(call.name, call.title));
    if (isShellTurn) return;
    enter('calls', width);
    const rest = call?.output.end() ?? { skipped: 0, lines: [] };
    if (rest.skipped > 0) add([[span(messages.linesNotShown(rest.skipped), theme.secondary)]]);
    add(rest.lines.map((line) => [span(line)]));
    const ended = { startTitle: call?.title ?? '', wasStreamed: call !== undefined && !call.output.isEmpty };
    const body = event.view.body?.filter((block) => block.type !== 'todos' || isNews(block.items));
    const view = { title: event.view.title, ...(body && { body }) };
    add(callEndLines({ ...event, view }, ended, width, drawing));
  }

  function endTerminal(event: Extract<Event, { type: 'terminal-end' }>, width: number): void {
    enter('other', width);
    const look = event.exitCode === 0 ? theme.success : theme.failure;
    add([[span(messages.terminalEnded(event.id, event.exitCode, duration(event.durationMs)), look)]]);
    const lines = sanitize(event.text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    add([...lines.slice(-SHOWN_SCREEN).map((line) => [span(`  ${line}`, theme.secondary)]), []]);
  }

  function retry(event: Extract<Event, { type: 'retry' }>, width: number): void {
    enter('other', width);
    if (event.discarded) add([[span(messages.withdrawn, theme.secondary)]]);
    const seconds = Math.ceil(event.delayMs / 1000);
    add([[span(messages.retry(event.attempt, event.of, seconds, cleanLine(event.reason)), theme.notice)]]);
  }

  function notice(event: Extract<Event, { type: 'notice' }>, width: number): void {
    enter('other', width);
    const look = event.level === 'error' ? 'error' : event.level === 'warn' ? 'notice' : isCommand ? 'text' : 'notice';
    add(viewLines(event.view, look, width, drawing));
    if (!isOpen) add([[]]); // the prompt stands right below
  }

  /** The list shows when it changes, once, whether the tool or the state told of it first. */
  function drawTodos(items: Todo[], width: number): void {
    if (items.length === 0 || !isNews(items)) return;
    enter('other', width);
    add(blockLines({ type: 'todos', items }, width, drawing));
  }

  function isNews(items: readonly Todo[]): boolean {
    const key = JSON.stringify(items);
    if (key === lastTodos) return false;
    lastTodos = key;
    return true;
  }

  function endTurn(event: Extract<Event, { type: 'turn-end' }>, width: number): void {
    enter('none', width);
    const { reason, error } = event;
    if (reason === 'cancelled') {
      add([[span(messages.cancelledBy, theme.notice)], [span(messages.cancelledWhat, theme.notice)]]);
      add(receiptLines(event.jobs ?? []));
    } else if (reason === 'failed') add(textLines(error ?? (isShellTurn ? '' : messages.failed), theme.error));
    else if (reason !== 'answered') add(textLines(error ?? messages.stopped[reason], theme.notice));
    stopped = [];
    enter('other', width);
  }

  /** What a cancel stopped, and what goes on in spite of it. */
  function receiptLines(jobs: readonly string[]): Line[] {
    const lines: Line[] = [];
    if (stopped.length > 0) lines.push([span(messages.receiptStopped(stopped.join('; ')), theme.secondary)]);
    if (jobs.length > 0) lines.push([span(messages.receiptRunning(jobs.map(cleanLine).join('; ')), theme.notice)]);
    return lines;
  }
}

/** Thinking has no marks: any word that is whole is settled. */
function lastBreak(source: string): number {
  const space = source.lastIndexOf(' ') + 1;
  return space > 0 || source.length < 80 ? space : source.length - 1;
}
