/** A tool call in the stream: a row when it starts and one when it ends, or one row for both; details below. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { visible, visibleLine } from '../../../base/text/visible.ts';
import type { Event } from '../../../protocol/event.ts';
import type { Outcome } from '../../../protocol/message.ts';
import type { Block, CallKind, View } from '../../../protocol/view.ts';
import { errorShown } from '../../../protocol/view-text.ts';
import { type Line, type Span, span, wrapSaid } from '../screen/spans.ts';
import { blockLines, type Drawing, saidLines } from './draw-block.ts';
import { blockedLines } from './draw-blocked.ts';
import { outputRows } from './draw-output.ts';
import { duration } from './duration.ts';
import type { OutputTail } from './output-tail.ts';

export interface RunningCall {
  readonly name: string;
  readonly title: string;
  readonly kind?: CallKind;
  readonly isShell?: true;
  readonly output: OutputTail;
  /** For a sub-agent: its current action, and how many calls it has made. */
  readonly agent?: { now: string; calls: number };
}

export type CallEnd = Extract<Event, { type: 'call-end' }>;

type Sheet = Drawing & { width: number };

/** Durations below this are not shown. */
const WORTH_MS = 1000;

/** A call as its view names it. */
type Titled = Pick<View, 'title' | 'isShell'>;

/** For example `[bash] ls` or `[tool] read a.ts`. */
export function callHead(name: string, view: Titled): string {
  const label = view.isShell ? `[${cleanLine(name)}]` : `[tool] ${cleanLine(name)}`;
  const shown = titleOf(view);
  return shown === '' || shown === name ? label : `${label} ${shown}`;
}

/** A command is shown as one line; in a file name a line feed must be as visible as any other character. */
function titleOf({ title, isShell }: Titled): string {
  return isShell ? asOneLine(title) : visibleLine(title);
}

function asOneLine(title: string): string {
  return visible(title.trim()).replace(/\s+/g, ' ');
}

export function callStartLines(name: string, view: Titled, { style, theme }: Drawing): Line[] {
  return style.callRows === 'one' ? [] : [[span(callHead(name, view), theme.tool)]];
}

/** The rows of a call while it runs. `isOwn`: the person typed the command. */
export function runningRows(call: RunningCall, isOwn: boolean, sheet: Sheet): Line[] {
  const { name, kind, output, agent } = call;
  const { style, theme, messages } = sheet;
  const { indent, textStyle } = style.output;
  if (isOwn || style.callRows !== 'one') return output.live().map((line) => [span(line)]);
  if (kind === 'ask') return []; // the question itself is on the screen
  const rows = output.live().map((line): Line => [span(' '.repeat(indent)), span(line, theme[textStyle])]);
  const doing = agent ? [span(` · ${messages.calls(agent.calls)} · ${agent.now}`, theme.secondary)] : [];
  return [[span(style.marks.call, theme.secondary), ...callName(name, call, sheet), ...doing], ...rows];
}

/** The rows of a call that has ended. */
export function callEndLines(event: CallEnd, call: RunningCall | undefined, sheet: Sheet): Line[] {
  return sheet.style.callRows === 'one' ? oneRow(event, call, sheet) : endRows(event, call, sheet);
}

function endRows(event: CallEnd, call: RunningCall | undefined, sheet: Sheet): Line[] {
  const { theme, messages, width } = sheet;
  const { outcome, view } = event;
  const wasStreamed = call !== undefined && !call.output.isEmpty;
  const rest = call?.output.end() ?? { skipped: 0, lines: [] };
  const skipped: Line[] = rest.skipped > 0 ? [[span(messages.linesNotShown(rest.skipped), theme.secondary)]] : [];
  const body = (view.body ?? []).filter((block) => !isShownAlready(block, event, wasStreamed));
  const lines: Line[] = [...skipped, ...rest.lines.map((line) => [span(line)])];
  lines.push(statusLine(event, call?.title ?? '', sheet));
  if (outcome.status !== 'ok')
    lines.push(...saidLines(withoutFirst(errorShown(outcome.error, view)), theme.failure, width));
  return [...lines, ...body.flatMap((block) => blockLines(block, width, sheet)), ...blockedLines(outcome, 2, sheet)];
}

function statusLine({ outcome, view, durationMs }: CallEnd, startTitle: string, { theme, messages }: Drawing): Line {
  const exitCode = exitCodeIn(view);
  const failedRun = exitCode !== null && exitCode !== 0;
  const sgr = outcome.status === 'ok' && !failedRun ? theme.success : theme.failure;
  const status = failedRun ? messages.exitCode(exitCode) : messages[outcome.status];
  const said =
    outcome.status === 'ok' ? asOneLine(view.title) : cleanLine(errorShown(outcome.error, view).split('\n')[0] ?? '');
  const isNews = said !== '' && said !== asOneLine(startTitle);
  const spans: Span[] = [span(`  ${status}`, sgr)];
  if (isNews) spans.push(span(outcome.status === 'ok' ? ` ${said}` : `: ${said}`, outcome.status === 'ok' ? '' : sgr));
  return [...spans, span(` ${duration(durationMs)}`, theme.secondary)];
}

/** Everything about a call in one row, wrapped if it is long, and its output or change below. */
function oneRow(event: CallEnd, call: RunningCall | undefined, sheet: Sheet): Line[] {
  const { style, theme, messages, width } = sheet;
  const { outcome, view, durationMs } = event;
  const exitCode = exitCodeIn(view);
  const isWell = outcome.status === 'ok' && (exitCode ?? 0) === 0;
  const isChange = isWell && view.kind === 'edit';
  const { rows, more } = outputRows(event, call?.output, sheet);
  const mark = isChange ? style.marks.done : isWell ? style.marks.call : style.marks.failed;
  const sgr = isChange ? theme.success : isWell ? theme.secondary : theme.failure;
  const title = outcome.status === 'ok' ? view.title : (call?.title ?? view.title);
  const head = isChange
    ? [span(changed(view, sheet), theme.success)]
    : callName(call?.name ?? '', { ...view, title }, sheet);
  const error = outcome.status === 'ok' ? '' : shortError(outcome, view);
  const notes = [
    ...(exitCode !== null && exitCode !== 0 ? [messages.exitCode(exitCode)] : []),
    ...(call?.agent ? [messages.calls(call.agent.calls)] : []),
    ...(durationMs >= WORTH_MS ? [duration(durationMs)] : []),
    ...(more === undefined ? [] : [more]),
  ];
  const line: Line = [
    ...head,
    ...(error === '' ? [] : [span(`: ${error}`, theme.failure)]),
    ...(notes.length > 0 ? [span(`  ${notes.join(' · ')}`, theme.secondary)] : []),
  ];
  const first = wrapSaid(line, width, { first: [span(mark, sgr)], rest: [span(' '.repeat(mark.length))] });
  const body = (view.body ?? []).filter((block) => block.type === 'todos' || (block.type === 'diff' && isWell));
  const trim = style.diff.form === 'numbered' ? style.diff : undefined;
  const shown = body.flatMap((block) => blockLines(block, width, sheet, trim));
  return isChange
    ? [...shown, ...first]
    : [...first, ...rows, ...shown, ...blockedLines(outcome, style.output.indent, sheet)];
}

function callName(name: string, view: Titled, { theme }: Drawing): Span[] {
  const shown = titleOf(view);
  return [span(cleanLine(name), theme.tool), span(shown === '' || shown === name ? '' : ` ${shown}`, theme.secondary)];
}

function changed({ title, change }: View, { messages }: Drawing): string {
  if (!change) return messages.edited(asOneLine(title));
  const { what, isNew, added, removed } = change;
  const said = `${asOneLine(what)} +${added} −${removed}`;
  return isNew ? messages.created(said) : messages.edited(said);
}

/** The part of an error that a person can act on; schemas and advice further down are for the model. */
function shortError(outcome: Exclude<Outcome, { status: 'ok' }>, view: View): string {
  return cleanLine(errorShown(outcome.error, view).split('\n')[0] ?? '');
}

function exitCodeIn(view: View): number | null {
  for (const block of view.body ?? []) if (block.type === 'terminal') return block.exitCode;
  return null;
}

function isShownAlready(block: Block, { outcome, view }: CallEnd, wasStreamed: boolean): boolean {
  if (block.type === 'terminal') return wasStreamed;
  return block.type === 'text' && outcome.status !== 'ok' && block.text === errorShown(outcome.error, view);
}

function withoutFirst(text: string): string {
  return text.split('\n').slice(1).join('\n');
}
