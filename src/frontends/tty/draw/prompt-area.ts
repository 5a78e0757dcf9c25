/** The live region: what is open, what runs, what is queued, the two prompt lines, the menu. Pure. */

import { shortLimit } from '../../../base/text/format-number.ts';
import { cleanLine } from '../../../base/text/sanitize.ts';
import { fitWidth, textWidth } from '../../../base/text/text-width.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { EditorState } from '../input/editor-state.ts';
import { layout } from '../input/layout.ts';
import type { Caret, Size } from '../screen/screen.ts';
import { type Line, lineWidth, plainText, sliceSpans, span, toRow } from '../screen/spans.ts';
import type { TextStyle, Theme } from '../screen/theme.ts';
import { wholeSeconds } from './duration.ts';
import { endOfPath } from './shown-path.ts';

export interface Status {
  mode: string;
  /** True in shell mode: every line is a shell command by the person. */
  isShell?: boolean;
  model: string;
  cwd: string;
  context: { tokens: number; estimated: boolean; limit?: number };
  /** In US dollars; `isLeast` if the price of a model is unknown. */
  spent?: { money: number; isLeast: boolean };
  branch?: string | undefined;
  /** Number of commands that run in the background. */
  jobs?: number;
  /** The sandbox layer that commands run in. */
  sandbox?: string;
}

export interface Running {
  /** The current frame of the spinner. */
  mark?: string;
  what: string;
  elapsedMs: number;
  tokens: number;
}

export interface PromptArea {
  /** Lines of the stream that are still open. */
  tail: readonly Line[];
  running?: Running;
  queue: readonly string[];
  /** Lines above the input: the context line, or the hint of a dialogue. */
  above: readonly Line[];
  prompt: Line;
  editor: EditorState;
  /** Lines below the input: the menu, the vim mode, a search. */
  below: readonly Line[];
}

const SHOWN_QUEUE = 3;
const MIN_INPUT_COLUMNS = 12;
const SEPARATOR = ' · ';
/** Modes that allow less or more than usual stand out. */
const MODE_STYLES: Readonly<Record<string, TextStyle>> = {
  plan: 'promptPlan',
  'auto-edit': 'promptAutoEdit',
  yolo: 'promptYolo',
};
const TAB_STOP = 8;
/** A long family emoji takes about this many code units for two columns. */
const UNITS_PER_COLUMN = 16;

export function drawPromptArea(
  area: PromptArea,
  size: Size,
  theme: Theme,
  messages: ScreenWords,
): { rows: string[]; caret: Caret } {
  const { columns } = size;
  const room = Math.max(1, size.rows - 1);
  const { above, prompt, below } = area;
  const maxRows = Math.max(1, room - above.length - Math.min(below.length, 8));
  const input = layout(area.editor, { width: columns, promptWidth: Math.min(lineWidth(prompt), columns - 1), maxRows });
  const inputRows = input.rows.map((segments, index): Line => {
    const sgrs = { plain: theme.input, chip: theme.choice, selected: theme.selected };
    const spans = segments.map(({ text, style }) => span(text, sgrs[style]));
    return index === 0 ? [...prompt, ...spans] : spans;
  });
  // If there is no room for everything, lines nearest to the caret stay.
  let free = room - inputRows.length;
  const shownAbove = take(above, free, 'last');
  free -= shownAbove.length;
  const shownBelow = take(below, free, 'first');
  free -= shownBelow.length;
  const status = take(
    [...runningLines(area.running, columns, theme, messages), ...queueLines(area, theme, messages)],
    free,
    'first',
  );
  free -= status.length;
  const tail = take(area.tail, free, 'last');

  const before = [...tail, ...status, ...shownAbove];
  const rows = [...before, ...inputRows, ...shownBelow].map((line) => toRow(clip(line, columns)));
  return { rows, caret: { row: before.length + input.cursor.row, column: Math.min(input.cursor.column, columns - 1) } };
}

/** `context: N tokens · model: NAME`, plus as many of the other known facts as fit. */
export function contextLine(status: Status, columns: number, theme: Theme): Line {
  return drawnOnce(contexts, status, columns, theme.context, drawContext);
}

interface DrawnLine {
  columns: number;
  sgr: string;
  line: Line;
}

const contexts = new WeakMap<Status, DrawnLine>();
const prompts = new WeakMap<Status, DrawnLine>();

/** Caches the line, because both lines are requested at every key and mostly have not changed. */
function drawnOnce(
  drawn: WeakMap<Status, DrawnLine>,
  status: Status,
  columns: number,
  sgr: string,
  draw: (status: Status, columns: number, sgr: string) => Line,
): Line {
  const before = drawn.get(status);
  if (before?.columns === columns && before.sgr === sgr) return before.line;
  const line = draw(status, columns, sgr);
  drawn.set(status, { columns, sgr, line });
  return line;
}

function drawContext(status: Status, columns: number, sgr: string): Line {
  const { context, model, spent, branch, jobs = 0, sandbox } = status;
  const { tokens, estimated, limit = 0 } = context;
  const parts: string[] = [];
  if (limit > 0 && tokens > 0) parts.push(`${shareOf(tokens, limit)} of ${shortLimit(limit)}`);
  if (spent && spent.money > 0) parts.push(`${spent.isLeast ? '≥ ' : ''}$${spent.money.toFixed(2)}`);
  if (branch !== undefined) parts.push(cleanLine(branch));
  if (jobs > 0) parts.push(jobs === 1 ? '1 job' : `${jobs} jobs`);
  if (sandbox !== undefined) parts.push(`sandbox: ${cleanLine(sandbox)}`);
  // Something is always sent, so 0 means that the figure is not known yet.
  const figure = tokens === 0 ? '…' : `${estimated ? '~' : ''}${tokens}`;
  const first = `context: ${figure} tokens · model: ${cleanLine(model)}`;
  const text = parts.reduce((line, part) => {
    const longer = line + SEPARATOR + part;
    return textWidth(longer) <= columns ? longer : line;
  }, first);
  return [span(text, sgr)];
}

function shareOf(tokens: number, limit: number): string {
  const share = (tokens / limit) * 100;
  return share < 1 ? '<1 %' : `${Math.round(share)} %`;
}

/** `[mode] /path/to/cwd> `; if that leaves no room to type, the path is cut at its start. */
export function promptLine(status: Status, columns: number, theme: Theme): Line {
  return drawnOnce(prompts, status, columns, theme[MODE_STYLES[status.mode] ?? 'prompt'], drawPrompt);
}

function drawPrompt({ mode, cwd, isShell = false }: Status, columns: number, sgr: string): Line {
  const label = `[${cleanLine(mode)}] `;
  const end = isShell ? '! ' : '> ';
  const path = cleanLine(cwd);
  const room = columns - MIN_INPUT_COLUMNS - textWidth(label + end);
  if (textWidth(path) <= room) return [span(label + path + end, sgr)];
  if (room < 4) return [span(columns > MIN_INPUT_COLUMNS + label.length ? label + end : end, sgr)];
  return [span(`${label}${endOfPath(path, room)}${end}`, sgr)];
}

/** Cuts the line to the terminal's width and replaces tabs with blanks, so that it takes exactly one row. */
function clip(line: Line, columns: number): Line {
  // Measuring text that can never fit would cost more the longer the line gets.
  const near = sliceSpans(line, 0, columns * UNITS_PER_COLUMN);
  const expanded = near.some(({ text }) => text.includes('\t')) ? expandTabs(near) : near;
  const text = plainText(expanded);
  if (text.length <= columns && textWidth(text) <= columns) return expanded;
  return sliceSpans(expanded, 0, fitWidth(text, columns).length);
}

function expandTabs(line: Line): Line {
  let column = 0;
  return line.map(({ text, sgr }) => {
    const parts = text.split('\t').map((part, index, all) => {
      column += textWidth(part);
      if (index === all.length - 1) return part;
      const blanks = TAB_STOP - (column % TAB_STOP);
      column += blanks;
      return part + ' '.repeat(blanks);
    });
    return span(parts.join(''), sgr);
  });
}

/** Cuts the description of what runs first; the duration and the key that stops it always stay. */
function runningLines(running: Running | undefined, columns: number, theme: Theme, messages: ScreenWords): Line[] {
  if (!running) return [];
  const elapsed = running.elapsedMs < 1000 ? undefined : wholeSeconds(running.elapsedMs);
  const tokens = running.tokens > 0 ? messages.tokens(running.tokens) : undefined;
  const rest = [elapsed, tokens, messages.escToCancel].filter((part) => part !== undefined).join(SEPARATOR);
  const mark = running.mark ? `${running.mark} ` : '';
  const room = Math.max(0, columns - textWidth(mark + rest) - SEPARATOR.length);
  const what = shortened(cleanLine(running.what), room);
  return [[span(mark, theme.tool), span(what === '' ? rest : what + SEPARATOR + rest, theme.secondary)]];
}

/** Cut text ends with a sign of it. */
function shortened(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  return room < 2 ? '' : `${fitWidth(text, room - 1).trimEnd()}…`;
}

function queueLines({ queue }: PromptArea, theme: Theme, messages: ScreenWords): Line[] {
  if (queue.length === 0) return [];
  const shown = queue.slice(0, SHOWN_QUEUE).map((text) => messages.queued(cleanLine(text)));
  const more = queue.length > SHOWN_QUEUE ? [messages.moreQueued(queue.length - SHOWN_QUEUE)] : [];
  return [...shown, ...more, messages.queueHint].map((text) => [span(text, theme.secondary)]);
}

function take(lines: readonly Line[], count: number, end: 'first' | 'last'): readonly Line[] {
  if (count <= 0) return [];
  return end === 'first' ? lines.slice(0, count) : lines.slice(-count);
}
