/** The panel at one moment: a border around the program's screen, the input line below, and what keys do. Pure. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { fitWidth, textWidth } from '../../../base/text/text-width.ts';
import type { ShareInput, TerminalScreen, TerminalSize } from '../../../protocol/terminal.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { wholeSeconds } from '../draw/duration.ts';
import type { Caret, Size } from '../screen/screen.ts';
import { span, toRow } from '../screen/spans.ts';
import type { ColorLevel, Theme } from '../screen/theme.ts';
import { drawRuns } from './draw-run.ts';
import { innerSize } from './inner-size.ts';

export interface PanelMoment {
  id: string;
  command: string;
  share: ShareInput;
  elapsedMs: number;
  screen: TerminalScreen | undefined;
  focus: 'terminal' | 'input';
  /** The input line for the program, up to the cursor and after it. */
  line: { before: string; after: string };
  /** True if the panel has only just appeared and does not accept keys yet. */
  settling: boolean;
  /** True if something happened in the chat meanwhile. */
  chatHasNews: boolean;
}

export interface PanelFrame {
  rows: string[];
  /** Absent if the cursor is hidden. */
  caret?: Caret;
}

/** Not for a full row: at the edge it would erase the last character. */
const ERASE_REST = '\x1b[K';
const SEPARATOR = ' · ';
/** Columns that suffice to tell one command from another. */
const ENOUGH_COMMAND = 24;
const MASK = '•';
const UNSEEN = '⏎';

export function layoutPanel(
  moment: PanelMoment,
  size: Size,
  drawing: { theme: Theme; level: ColorLevel; messages: ScreenWords },
): PanelFrame {
  const { theme, level, messages } = drawing;
  const { screen, focus } = moment;
  const inner = innerSize(size);
  const border = focus === 'terminal' ? theme.choice : theme.secondary;
  const edge = (text: string) => toRow([span(text, border)]);
  const title = `${messages.terminalTitle} ${moment.id}`;
  const body = Array.from({ length: inner.rows }, (_, row) => {
    const runs = screen?.lines[row];
    const isWider = screen !== undefined && screen.columns > inner.columns;
    const text = runs ? drawRuns(isWider ? clipRuns(runs, inner.columns) : runs, level) : '';
    return `${edge('│')}${text}${ERASE_REST}\x1b[${inner.columns + 2}G${edge('│')}`;
  });
  const input = inputLine(moment, `${messages.chatInput}> `, size.columns, theme);
  const rows = [
    edge(ruleWith('┌', title, '┐', size.columns)),
    ...body,
    edge(ruleWith('└', shareNote(moment, messages), '┘', size.columns)),
    input.row,
    toRow([span(statusLine(moment, size.columns - 1, messages), theme.secondary)]) + ERASE_REST,
  ];
  const caret = focus === 'input' ? { row: inner.rows + 2, column: input.column } : programCaret(screen, inner);
  return { rows: rows.slice(-size.rows), ...(caret && { caret }) };
}

/** Warns where it matters most: while a password is typed. */
function shareNote({ share, screen }: PanelMoment, messages: ScreenWords): string {
  return share === 'all' && screen?.hidden ? messages.terminalHiddenShared : messages.terminalShare[share];
}

function programCaret(screen: TerminalScreen | undefined, inner: TerminalSize): Caret | undefined {
  const cursor = screen?.cursor;
  if (!cursor || cursor.row >= inner.rows || cursor.column >= inner.columns) return undefined;
  return { row: cursor.row + 1, column: cursor.column + 1 };
}

function clipRuns(runs: TerminalScreen['lines'][number], columns: number): TerminalScreen['lines'][number] {
  let room = columns;
  return runs.flatMap((run) => {
    if (room <= 0) return [];
    const text = fitWidth(run.text, room);
    room -= textWidth(text);
    return [{ ...run, text }];
  });
}

function ruleWith(left: string, title: string, right: string, columns: number): string {
  const shown = fitWidth(` ${title} `, Math.max(0, columns - 4));
  const rule = '─'.repeat(Math.max(0, columns - 3 - textWidth(shown)));
  return fitWidth(`${left}─${shown}${rule}${right}`, columns);
}

/** Cuts a long line at its start, so that the text before the cursor stays in sight. */
function inputLine(
  { line, screen, focus }: PanelMoment,
  label: string,
  columns: number,
  theme: Theme,
): { row: string; column: number } {
  const prompt = textWidth(label) <= columns / 2 ? label : '> ';
  const room = Math.max(1, columns - textWidth(prompt) - 1);
  const before = fitEnd(shownText(line.before, screen), room);
  const after = fitWidth(shownText(line.after, screen), room - textWidth(before));
  return {
    row:
      toRow([span(prompt, focus === 'input' ? theme.prompt : theme.secondary), span(before + after, theme.input)]) +
      ERASE_REST,
    column: textWidth(prompt) + textWidth(before),
  };
}

function shownText(text: string, screen: TerminalScreen | undefined): string {
  const line = cleanLine(text.replaceAll('\n', UNSEEN));
  return screen?.hidden ? MASK.repeat(line.length) : line;
}

function fitEnd(text: string, width: number): string {
  let start = 0;
  while (textWidth(text.slice(start)) > width) start += 1;
  return text.slice(start);
}

/** Who has the keyboard, what runs, for how long, and how to leave; if room is short, the least needed part is dropped first. */
function statusLine(moment: PanelMoment, columns: number, messages: ScreenWords): string {
  const { screen } = moment;
  const elapsed = wholeSeconds(moment.elapsedMs);
  const home = `${messages.terminalHome}${moment.chatHasNews ? ' *' : ''}`;
  const scrolled = screen && screen.back > 0 ? [messages.terminalScrolled(screen.back)] : [];
  const first = moment.settling ? '…' : keyboardOf(screen, messages);
  const handOver = screen?.awaited ? [messages.terminalHandOver] : [];
  const needed = [...scrolled, elapsed, ...handOver, home];
  const name = cleanLine(moment.command);
  const roomBeside = (rest: readonly string[]) => columns - textWidth([first, '', ...rest].join(SEPARATOR));
  const focusKeys = screen?.readsKeys ? messages.terminalFocusAlways : messages.terminalFocus;
  const all = [...scrolled, elapsed, focusKeys, ...handOver, home];
  const rest = roomBeside(all) >= Math.min(textWidth(name), ENOUGH_COMMAND) ? all : needed;
  return fitWidth([first, fitWidth(name, Math.max(0, roomBeside(rest))), ...rest].join(SEPARATOR), columns);
}

function keyboardOf(screen: TerminalScreen | undefined, messages: ScreenWords): string {
  if (screen?.hidden) return messages.terminalHidden;
  if (screen?.typed === 'model') return messages.terminalModel;
  return screen?.typed === 'person' ? messages.terminalYours : messages.terminalShared;
}
