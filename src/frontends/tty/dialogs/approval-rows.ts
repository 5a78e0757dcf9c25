/** A question above the input: a title that says what the call would do, the command or the change, one reason, the keys. */

import { graphemes } from '../../../base/text/graphemes.ts';
import { cleanLine } from '../../../base/text/sanitize.ts';
import { graphemeWidth } from '../../../base/text/text-width.ts';
import { visibleLine } from '../../../base/text/visible.ts';
import type { ApprovalRequest } from '../../../protocol/request.ts';
import type { View } from '../../../protocol/view.ts';
import { blockLines, type Drawing } from '../draw/draw-block.ts';
import type { Size } from '../screen/screen.ts';
import { joinSgr, type Line, lineWidth, plainText, sliceSpans, span, wrapKeys, wrapSaid } from '../screen/spans.ts';
import { commandLines, partLines, radiusLines, reasonsOf, unhidden } from './approval-lines.ts';

export interface Asked {
  /** True if the person asked for all reasons. */
  isExplained?: boolean;
  /** True if the whole change was shown above. */
  isViewed?: boolean;
  complaint?: string;
}

interface Offered extends Asked {
  always: boolean;
  tries: boolean;
  advice?: string | undefined;
}

/** Most rows of a change; longer ones are folded. */
const MOST_ROWS = 40;
/** Rows for the reason, the keys, the input, and part of a change. */
const LEAST_BELOW = 6;

/** True if the title and the command fit on the screen. They cannot be folded; a change can. */
export function fitsAbove(request: ApprovalRequest, size: Size, drawing: Drawing): boolean {
  return whatRows(request, size.columns, drawing).length <= size.rows - LEAST_BELOW;
}

export function questionRows(request: ApprovalRequest, asked: Offered, size: Size, drawing: Drawing): Line[] {
  const { columns } = size;
  const what = whatRows(request, columns, drawing);
  const why = whyRows(request, asked, columns, drawing);
  const keys = (view: boolean): Line[] => keyRows({ ...asked, view }, columns, drawing);
  const room = Math.max(1, Math.min(MOST_ROWS, size.rows - what.length - why.length - keys(true).length - 2));
  const { rows, isFolded } = asked.isViewed ? { rows: [], isFolded: false } : bodyRows(request, columns, room, drawing);
  return [...what, ...rows, ...why, ...keys(isFolded)];
}

function whatRows(request: ApprovalRequest, columns: number, drawing: Drawing): Line[] {
  const { call, view, command } = request;
  const { theme, messages } = drawing;
  const isRisk = request.reasons.some(({ risk }) => risk);
  const sgr = joinSgr(isRisk ? theme.failure : theme.notice, theme.strong);
  const said = command
    ? messages.askRun(cleanLine(call.name), isRisk)
    : view.kind === 'edit'
      ? editTitle(view, drawing)
      : messages.askCall(cleanLine(call.name), visibleLine(view.title));
  const rule: Line = [span('─'.repeat(columns), isRisk ? theme.failure : theme.secondary)];
  const [first, ...others] = commandLines(request, drawing);
  const titled: Line = [span(said, sgr), span(first ? plainText(first).slice(1) : '')];
  const isOneRow = others.length === 0 && lineWidth(titled) <= columns;
  const title = isOneRow ? [titled] : [...wrapSaid([span(said, sgr)], columns), ...(first ? [first] : [])];
  const lines = [...title, ...others, ...partLines(request, drawing), ...radiusLines(request, drawing)];
  return [rule, ...lines.flatMap((line) => chopped(line, columns))];
}

/** For example `Edit src/a.ts? +1 −1`. */
function editTitle({ title, change }: View, { messages }: Drawing): string {
  if (!change) return messages.askEdit(visibleLine(title));
  const { what, isNew, added, removed } = change;
  const ask = isNew ? messages.askCreate : messages.askEdit;
  return `${ask(visibleLine(what))} +${added} −${removed}`;
}

/** Cuts the line at the edge and nowhere else, so that not even a blank is lost. */
function chopped(line: Line, columns: number): Line[] {
  if (lineWidth(line) <= columns) return [line];
  const rows: Line[] = [];
  let [start, offset, used] = [0, 0, 0];
  for (const grapheme of graphemes(plainText(line))) {
    const width = graphemeWidth(grapheme);
    if (used + width > columns) {
      rows.push(sliceSpans(line, start, offset));
      [start, used] = [offset, 0];
    }
    used += width;
    offset += grapheme.length;
  }
  return [...rows, sliceSpans(line, start, offset)];
}

function bodyRows(
  { view }: ApprovalRequest,
  columns: number,
  room: number,
  drawing: Drawing,
): { rows: Line[]; isFolded: boolean } {
  const { theme, messages } = drawing;
  const lines = (view.body ?? []).flatMap((block) => blockLines(unhidden(block), columns, drawing));
  if (lines.length <= room) return { rows: lines, isFolded: false };
  const shown = Math.max(1, room - 1);
  const more: Line = [span(messages.moreToView(lines.length - shown), theme.secondary)];
  return { rows: [...lines.slice(0, shown), more], isFolded: true };
}

/** Shows one reason at first; a key shows the others. */
function whyRows(request: ApprovalRequest, asked: Offered, columns: number, drawing: Drawing): Line[] {
  const { theme, messages } = drawing;
  const reasons = reasonsOf(request, drawing);
  const [first, ...others] = reasons;
  const isMore = others.length > 0 && !asked.isExplained;
  const shown = asked.isExplained ? reasons : first === undefined ? [] : [first];
  const more = isMore ? ` (${messages.moreReasons(others.length)})` : '';
  const lines = shown.map((text, index): Line => [span(`${text}${index === 0 ? more : ''}`, theme.secondary)]);
  if (asked.advice !== undefined) lines.push([span(asked.advice, theme.secondary)]);
  return lines.flatMap((line) => wrapSaid(line, columns));
}

function keyRows(
  { always, tries, view, complaint }: Offered & { view: boolean },
  columns: number,
  { theme, messages }: Drawing,
): Line[] {
  const keys = messages.approvalKeys(always, view, tries);
  return [
    ...(complaint === undefined ? [] : wrapSaid([span(complaint, theme.notice)], columns)),
    ...wrapKeys([span(keys, theme.notice)], columns),
  ];
}
