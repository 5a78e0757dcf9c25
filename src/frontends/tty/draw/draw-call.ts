/** A tool call in the stream: its name and key arguments at the start, result and time at the end, details below. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { visible, visibleLine } from '../../../base/text/visible.ts';
import type { Event } from '../../../protocol/event.ts';
import type { Outcome } from '../../../protocol/message.ts';
import type { Block, View } from '../../../protocol/view.ts';
import { errorShown } from '../../../protocol/view-text.ts';
import { type Line, type Span, span } from '../screen/spans.ts';
import { blockLines, type Drawing, textLines } from './draw-block.ts';
import { duration } from './duration.ts';

/** Tools that are known by a label of their own; all others are `[tool] name`. */
const LABELS: Readonly<Record<string, string>> = { bash: '[bash]' };

export function callHead(name: string, title: string): string {
  const label = Object.hasOwn(LABELS, name) ? LABELS[name] : `[tool] ${cleanLine(name)}`;
  const shown = titleOf(name, title);
  return shown === '' || shown === name ? `${label}` : `${label} ${shown}`;
}

/** A command is read as one line; in a name a line feed counts as every other character does. */
function titleOf(name: string, title: string): string {
  return Object.hasOwn(LABELS, name) ? asOneLine(title) : visibleLine(title);
}

function asOneLine(title: string): string {
  return visible(title.trim()).replace(/\s+/g, ' ');
}

export function callStartLines(name: string, title: string, drawing: Drawing): Line[] {
  return [[span(callHead(name, title), drawing.theme.tool)]];
}

type CallEnd = Extract<Event, { type: 'call-end' }>;

interface Ended {
  /** The title the call had at its start. */
  startTitle: string;
  /** Its output was shown while it ran. */
  wasStreamed: boolean;
}

export function callEndLines(
  event: CallEnd,
  { startTitle, wasStreamed }: Ended,
  width: number,
  drawing: Drawing,
): Line[] {
  const { outcome, view, durationMs } = event;
  const body = (view.body ?? []).filter((block) => !isShownAlready(block, event, wasStreamed));
  const lines = [statusLine(outcome, view, startTitle, durationMs, drawing)];
  if (outcome.status !== 'ok') lines.push(...textLines(rest(errorShown(outcome.error, view)), drawing.theme.failure));
  return [...lines, ...body.flatMap((block) => blockLines(block, width, drawing))];
}

function statusLine(outcome: Outcome, view: View, startTitle: string, durationMs: number, drawing: Drawing): Line {
  const { theme, messages } = drawing;
  const exitCode = exitCodeOf(view);
  const failedRun = exitCode !== null && exitCode !== 0;
  const look = outcome.status === 'ok' && !failedRun ? theme.success : theme.failure;
  const status = failedRun ? messages.exitCode(exitCode) : messages[outcome.status];
  const said =
    outcome.status === 'ok' ? asOneLine(view.title) : cleanLine(errorShown(outcome.error, view).split('\n')[0] ?? '');
  const isNews = said !== '' && said !== asOneLine(startTitle);
  const spans: Span[] = [span(`  ${status}`, look)];
  if (isNews) spans.push(span(outcome.status === 'ok' ? ` ${said}` : `: ${said}`, outcome.status === 'ok' ? '' : look));
  return [...spans, span(` ${duration(durationMs)}`, theme.secondary)];
}

function exitCodeOf(view: View): number | null {
  for (const block of view.body ?? []) if (block.type === 'terminal') return block.exitCode;
  return null;
}

function isShownAlready(block: Block, { outcome, view }: CallEnd, wasStreamed: boolean): boolean {
  if (block.type === 'terminal') return wasStreamed;
  return block.type === 'text' && outcome.status !== 'ok' && block.text === errorShown(outcome.error, view);
}

function rest(text: string): string {
  return text.split('\n').slice(1).join('\n');
}
