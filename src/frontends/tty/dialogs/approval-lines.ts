/** The subject of an approval, as lines: the call, every byte of its command, what it would reach, and why the person is asked. */

import { formatBytes } from '../../../base/text/format-number.ts';
import { sanitize } from '../../../base/text/sanitize.ts';
import { visible, visibleText } from '../../../base/text/visible.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import type { Block, View } from '../../../protocol/view.ts';
import type { Drawing } from '../draw/draw-block.ts';
import { type Line, span } from '../screen/spans.ts';

/** Length from which a command can no longer be taken in at a glance. */
const LONG_COMMAND = 60;
/** Control characters except tab and return, and characters that are invisible or change the text direction. */
const UNSEEN =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
const MOST_NAMED = 8;

/** Shows every byte of the command: control characters as escapes, empty lines as `\n`, long lines left to be wrapped. */
export function commandLines({ command }: ApprovalRequest, { messages }: Drawing): Line[] {
  if (command === undefined) return [];
  const lines = visible(command.line).split('\n');
  const shown = lines.map((line, index): Line => {
    const isLast = index === lines.length - 1;
    const isEmpty = line.trim() === '';
    return [span(`  ${line}${isEmpty && !isLast ? '\\n' : ''}`)];
  });
  return command.cwd === undefined ? shown : [...shown, [span(`  ${messages.inFolder(visible(command.cwd))}`)]];
}

/** Lists the commands of a long line one below the other, so that none hides among the others. */
export function partLines({ command, parts }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  if (!parts || !command || command.line.length < LONG_COMMAND) return [];
  const listed = parts.map((part, index): Line => [span(`  ${index + 1}. ${visible(oneLine(part))}`)]);
  return [[span(messages.parts(parts.length), theme.notice)], ...listed];
}

export function radiusLines({ radius }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  if (!radius) return [];
  const { files, bytes, isPartial, top, outside, unknown } = radius;
  const folders = top.map(({ folder, files: count }) => `${visible(folder)} (${count})`).join(', ');
  const lines: Line[] = [];
  if (files > 0)
    lines.push([span(messages.radius(`${files}${isPartial ? '+' : ''}`, formatBytes(bytes), folders), theme.notice)]);
  else if (isPartial) lines.push([span(messages.radiusUncounted, theme.notice)]);
  else if (unknown.length === 0) lines.push([span(messages.radiusNothing, theme.secondary)]);
  if (outside.length > 0) lines.push([span(messages.radiusOutside(outside.map(visible).join(', ')), theme.error)]);
  if (unknown.length > 0) lines.push([span(messages.radiusUnknown(unknown.map(visible).join(', ')), theme.notice)]);
  return lines;
}

/** The reasons, each once: risks first, then the others, then what the eye would miss in a change. */
export function reasonsOf({ reasons, view }: ApprovalRequest, drawing: Drawing): string[] {
  const texts = (isRisk: boolean): string[] =>
    reasons.flatMap(({ text, risk }) => (risk === isRisk ? [visible(oneLine(text))] : []));
  return [...new Set([...texts(true), ...texts(false), ...hiddenReasons(view, drawing)])];
}

/** Names what the eye would miss in a diff if it were shown as an editor shows it. */
function hiddenReasons({ body = [] }: View, { messages }: Drawing): string[] {
  const added = body.flatMap((block) => (block.type === 'diff' ? block.diff.split('\n') : []));
  const lines = added.filter((line) => line.startsWith('+'));
  const unseen = new Set(lines.flatMap((line) => line.match(UNSEEN) ?? []).map(visible));
  return [
    ...(lines.some((line) => /\r[^\r]/.test(line)) ? [messages.returnInLine] : []),
    ...(unseen.size > 0 ? [messages.unseen([...unseen].slice(0, MOST_NAMED).join(', '))] : []),
  ];
}

/** Makes hidden characters visible, so that nothing can hide in what the person is asked about. */
export function unhidden(block: Block): Block {
  switch (block.type) {
    case 'text':
    case 'markdown':
      return { type: 'text', text: visibleText(block.text) };
    case 'list':
      return { ...block, items: block.items.map(visibleText) };
    case 'diff':
    case 'terminal':
    case 'todos':
      return block;
  }
}

export function oneLine(text: string): string {
  return sanitize(text).replace(/\s*\n\s*/g, ' ');
}
