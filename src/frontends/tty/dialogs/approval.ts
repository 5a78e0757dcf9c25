/** An approval: the command or diff in full, why it is asked, then y, n or always; No unless told otherwise. */

import { formatBytes } from '../../../base/text/format-bytes.ts';
import { sanitize } from '../../../base/text/sanitize.ts';
import { visible, visibleText } from '../../../base/text/visible.ts';
import type { Scope } from '../../../protocol/policy.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import type { Block, View } from '../../../protocol/view.ts';
import { blockLines, type Drawing } from '../draw/draw-block.ts';
import { callHead } from '../draw/draw-call.ts';
import type { Size } from '../screen/screen.ts';
import { type Line, lineWidth, span, wrapLineSpans } from '../screen/spans.ts';
import { type Dialog, NO, type Step, YES } from './dialog.ts';
import { scopeDialog } from './scope.ts';

const NO_BECAUSE = /^(?:n|no|否)[\s,，:：]+(\S[\s\S]*)$/i;
/** Longer than it can be taken in at a glance. */
const LONG_COMMAND = 60;
/** Control characters but for tab and return, and what takes no room or turns the direction of reading. */
const UNSEEN =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
const MOST_NAMED = 8;
const ALWAYS = /^(?:a|always)$/i;

/** `advice` is a word on the rules, below the reasons. */
export function approvalDialog(request: ApprovalRequest, size: Size, drawing: Drawing, advice?: string): Dialog {
  const what = [
    ...headLines(request, drawing),
    ...commandLines(request, drawing),
    ...partLines(request, drawing),
    ...radiusLines(request, drawing),
  ];
  const reasons = new Set(request.reasons.map(({ text }) => visible(oneLine(text))));
  const { theme, messages } = drawing;
  const reasonLines = [...reasons, ...hiddenReasons(request.view, drawing)].map(
    (text): Line => [span(`${messages.because}: ${text}`, theme.notice)],
  );
  const adviceLines: Line[] = advice === undefined ? [] : [[span(advice, theme.secondary)]];
  const why = [...reasonLines, ...adviceLines].flatMap((line) => wrapLineSpans(line, size.columns));
  const body = (request.view.body ?? []).flatMap((block) => blockLines(unhidden(block), size.columns, drawing));
  const ask = (lines: readonly Line[]): Dialog => askDialog(request, lines, drawing);
  return pages([...what], size, drawing, (last) => ask([...last, ...body, ...why]));
}

/** What does not fit the screen is shown page by page, and can only be allowed after the last one. */
function pages(lines: readonly Line[], size: Size, drawing: Drawing, last: (lines: readonly Line[]) => Dialog): Dialog {
  const room = Math.max(3, size.rows - 5);
  let rows = 0;
  const fits = lines.findIndex((line) => {
    rows += Math.max(1, Math.ceil(lineWidth(line) / size.columns));
    return rows > room;
  });
  if (fits < 0) return last(lines);
  const shown = lines.slice(0, Math.max(1, fits));
  const rest = lines.slice(shown.length);
  if (rest.length === 0) return last(lines);
  return {
    lines: shown,
    hint: [[span(drawing.messages.moreBelow(rest.length), drawing.theme.notice)]],
    takesPaste: false,
    submit: () => ({ type: 'next', dialog: pages(rest, size, drawing, last) }),
    escape: () => ({ type: 'cancel' }),
  };
}

function askDialog(request: ApprovalRequest, lines: readonly Line[], drawing: Drawing, complaint?: string): Dialog {
  const { theme, messages } = drawing;
  const offersAlways = request.choices.includes('always') && request.scopes.length > 0;
  const question = offersAlways ? messages.askYesNoAlways : messages.askYesNo;
  const again = (text: string): Step => ({ type: 'next', dialog: askDialog(request, [], drawing, text) });
  return {
    lines,
    hint: [...(complaint ? [[span(complaint, theme.notice)]] : []), [span(question, theme.notice)]],
    takesPaste: false,
    escape: () => ({ type: 'cancel' }),
    submit(typed) {
      const text = typed.trim();
      if (text === '' || NO.test(text)) return no(undefined, drawing);
      const why = NO_BECAUSE.exec(text)?.[1];
      if (why !== undefined) return no(why, drawing);
      if (YES.test(text)) return yes(drawing);
      if (!ALWAYS.test(text)) return again(offersAlways ? messages.notAnAnswerAlways : messages.notAnAnswer);
      if (!offersAlways) return again(messages.alwaysNotOffered);
      const back = (): Dialog => askDialog(request, [], drawing);
      return { type: 'next', dialog: scopeDialog(request, drawing, { back, done: always, name }) };
    },
  };

  function name({ permission, pattern }: Scope): string {
    return pattern === undefined ? messages.everyCallOf(request.tools?.join(', ') ?? permission) : visible(pattern);
  }

  function always(scope: Scope, lifetime: 'session' | 'project'): Step {
    const text = messages.alwaysAllowed(name(scope), messages.lifetimes[lifetime]);
    return {
      type: 'answer',
      answer: { kind: 'approval', choice: 'always', scope, lifetime },
      lines: [[span(`  ${text}`, theme.success)]],
    };
  }
}

function yes({ theme, messages }: Drawing): Step {
  const lines: Line[] = [[span(`  ${messages.approved}`, theme.success)]];
  return { type: 'answer', answer: { kind: 'approval', choice: 'yes' }, lines };
}

function no(why: string | undefined, { theme, messages }: Drawing): Step {
  const said = why === undefined ? messages.refused : messages.refusedBecause(visible(oneLine(why)));
  const answer = { kind: 'approval', choice: 'no', ...(why !== undefined && { why }) } as const;
  return { type: 'answer', answer, lines: [[span(`  ${said}`, theme.failure)]] };
}

/** Nothing that is asked about may hide in what is shown. */
function unhidden(block: Block): Block {
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

/** What the eye would miss in a diff, were it shown as an editor shows it. */
function hiddenReasons({ body = [] }: View, { messages }: Drawing): string[] {
  const added = body.flatMap((block) => (block.type === 'diff' ? block.diff.split('\n') : []));
  const lines = added.filter((line) => line.startsWith('+'));
  const unseen = new Set(lines.flatMap((line) => line.match(UNSEEN) ?? []).map(visible));
  return [
    ...(lines.some((line) => /\r[^\r]/.test(line)) ? [messages.returnInLine] : []),
    ...(unseen.size > 0 ? [messages.unseen([...unseen].slice(0, MOST_NAMED).join(', '))] : []),
  ];
}

function headLines({ call, view, command }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  const title = command === undefined ? view.title : '';
  return [[span(`${messages.approval}: ${callHead(call.name, title)}`, theme.notice)]];
}

/** Every byte of it: control characters as escapes, empty lines as `\n`, long lines left to the terminal to wrap. */
function commandLines({ command }: ApprovalRequest, { messages }: Drawing): Line[] {
  if (command === undefined) return [];
  const lines = visible(command.line).split('\n');
  const shown = lines.map((line, index): Line => {
    const isLast = index === lines.length - 1;
    const isEmpty = line.trim() === '';
    return [span(`  ${line}${isEmpty && !isLast ? '\\n' : ''}`)];
  });
  return command.cwd === undefined ? shown : [...shown, [span(`  ${messages.inFolder(visible(command.cwd))}`)]];
}

/** A long line again as its commands, one below the other, so that none hides among the others. */
function partLines({ command, parts }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  if (!parts || !command || command.line.length < LONG_COMMAND) return [];
  const listed = parts.map((part, index): Line => [span(`  ${index + 1}. ${visible(oneLine(part))}`)]);
  return [[span(messages.parts(parts.length), theme.notice)], ...listed];
}

function radiusLines({ radius }: ApprovalRequest, { theme, messages }: Drawing): Line[] {
  if (!radius) return [];
  const { files, bytes, isPartial, top, outside, unknown } = radius;
  const folders = top.map(({ folder, files: count }) => `${visible(folder)} (${count})`).join(', ');
  const lines: Line[] = [];
  if (files > 0)
    lines.push([span(messages.radius(`${files}${isPartial ? '+' : ''}`, formatBytes(bytes), folders), theme.notice)]);
  else if (unknown.length === 0) lines.push([span(messages.radiusNothing, theme.secondary)]);
  if (outside.length > 0) lines.push([span(messages.radiusOutside(outside.map(visible).join(', ')), theme.error)]);
  if (unknown.length > 0) lines.push([span(messages.radiusUnknown(unknown.map(visible).join(', ')), theme.notice)]);
  return lines;
}

function oneLine(text: string): string {
  return sanitize(text).replace(/\s*\n\s*/g, ' ');
}
