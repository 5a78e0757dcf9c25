/** The model's thinking: whole, as it arrives; or its last rows while it lasts, and then how long it took. Pure. */

import { type Line, span, wrapLineSpans } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';
import { spacedTime, tookTime } from './duration.ts';
import { endFlow, type Flow, flowRows, pushFlow, startFlow } from './markdown/flow.ts';

export interface Thought {
  /** The open line, in a style that keeps all lines. */
  readonly flow?: Flow;
  /** The text, up to a limit, in a style that keeps only the time. */
  readonly text: string;
  readonly since?: number;
}

type Sheet = Drawing & { width: number };

export const NO_THOUGHT: Thought = { text: '' };

/** How much of a long thought is kept, to be shown on a key. */
const KEPT = 64 * 1024;
/** Below this, the time would read 0.0 s. */
const BRIEF_MS = 50;

/** Adds to the thought; the returned `lines` are final. */
export function thinkOn(
  thought: Thought,
  text: string,
  endsBlank: boolean,
  sheet: Sheet,
): { thought: Thought; lines: Line[] } {
  if (sheet.style.thinking.stays === 'time') {
    return { thought: { ...thought, text: (thought.text + text).slice(-KEPT) }, lines: [] };
  }
  const lines: Line[] = [];
  let { flow } = thought;
  let isBlank = endsBlank;
  const give = (rows: readonly Line[]): void => {
    lines.push(...rows);
    if (rows.length > 0) isBlank = rows.at(-1)?.every((piece) => piece.text === '') ?? false;
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) {
      const last = flow ? endFlow(flow, sheet.width) : [];
      give(last.length > 0 ? last : isBlank ? [] : [[]]);
      flow = undefined;
    }
    const open = flow ?? startThought(sheet);
    const pushed = line === '' ? { flow: open, rows: [] } : pushFlow(open, line, sheet.width);
    flow = pushed.flow;
    give(pushed.rows);
  }
  return { thought: { text: '', ...(flow && { flow }) }, lines };
}

/** Ends the thought. `whole` is its text if that did not stay on the screen. */
export function thinkOut(thought: Thought, at: number, sheet: Sheet): { lines: Line[]; whole?: string } {
  const { style, theme, messages, width } = sheet;
  if (style.thinking.stays === 'whole') return { lines: thought.flow ? endFlow(thought.flow, width) : [] };
  if (thought.text.trim() === '') return { lines: [] };
  const ms = Math.max(0, at - (thought.since ?? at));
  const told = ms < BRIEF_MS ? messages.thoughtBriefly : messages.thought(ms < 1000 ? tookTime(ms) : spacedTime(ms));
  return { lines: [[span(style.marks.thought + told, theme.thinking)]], whole: thought.text.trim() };
}

/** The rows of the thought that are still open. */
export function thoughtRows({ flow, text }: Thought, { style, theme, width }: Sheet): Line[] {
  if (style.thinking.stays === 'whole') return flow ? flowRows(flow, width) : [];
  const { live } = style.thinking;
  const mark = style.marks.thought;
  const blank = ' '.repeat(mark.length);
  const recent = text.slice(-live * Math.max(1, width) * 2).trimEnd();
  const rows = recent
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) =>
      wrapLineSpans([span(line.replaceAll('**', ''), theme.thinking)], Math.max(1, width - blank.length)),
    );
  return rows.slice(-live).map((row, index) => [span(index === 0 ? mark : blank, theme.thinking), ...row]);
}

function startThought({ theme }: Sheet): Flow {
  return startFlow({ render: (source) => [span(source, theme.thinking)], cut: lastBreak });
}

/** Thinking has no marks, so every complete word is settled. */
function lastBreak(source: string): number {
  const space = source.lastIndexOf(' ') + 1;
  return space > 0 || source.length < 80 ? space : source.length - 1;
}
