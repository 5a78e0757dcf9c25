/** Emulates a terminal's screen from the bytes a program prints: with colours and styles for a person, as text for a model. */

import type { IBufferCell, IMarker, Terminal as Xterm } from '@xterm/headless';
import type { TerminalRun, TerminalScreen, TerminalSize, TerminalStyle } from '../../protocol/terminal.ts';

export interface VtScreen {
  /** Resolves when the screen shows the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  /** The visible part, scrolled back by `back` rows. Rows unchanged since the last view are the same objects. */
  view(back: number): VtView;
  /** The rows of the screen as text, and the cursor, counted from 0. */
  text(): { rows: string[]; cursor: { row: number; column: number } };
  /** The screen as text for a model. Secrets are hidden even in a line that wraps over several rows. */
  told(): string;
  /** Marks the current position for `textSince`. */
  mark(): Mark;
  /** What was printed since the mark, as it appears now; the whole screen for a full-screen program. */
  textSince(mark: Mark): string;
  readonly size: TerminalSize;
  readonly isAlternate: boolean;
  readonly applicationCursor: boolean;
  /** Discards older scrollback. */
  keepScrollback(lines: number): void;
}

/** A position in the output; dispose of `line` when it is no longer needed. */
export interface Mark {
  readonly line: IMarker | undefined;
  readonly column: number;
}

type VtView = Omit<TerminalScreen, 'hidden' | 'typed'>;

export interface VtOptions {
  size: TerminalSize;
  scrollback: number;
  /** Replaces secrets with placeholders. */
  hide?(text: string): string;
  /** Sends the terminal's answer to a query by the program. */
  reply(data: string): void;
}

const MOUSE = { none: 'none', x10: 'click', vt200: 'click', drag: 'drag', any: 'any' } as const;

export async function createVtScreen(options: VtOptions): Promise<VtScreen> {
  const { default: xterm } = await import('@xterm/headless');
  const { columns, rows } = options.size;
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: options.scrollback, allowProposedApi: true });
  const modes = followModes(terminal);
  const readRow = createRowReader(terminal);
  terminal.onData(options.reply);
  return {
    write: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    resize: (size) => terminal.resize(size.columns, size.rows),
    view(wanted) {
      const { active } = terminal.buffer;
      const back = Math.max(0, Math.min(wanted, active.baseY));
      const top = active.baseY - back;
      const cursorRow = active.cursorY + back;
      const isShown = modes.cursorShown && cursorRow < terminal.rows;
      return {
        columns: terminal.cols,
        rows: terminal.rows,
        lines: Array.from({ length: terminal.rows }, (_, row) => readRow(row, top + row)),
        ...(isShown && { cursor: { row: cursorRow, column: Math.min(active.cursorX, terminal.cols - 1) } }),
        back,
        scrollback: active.baseY,
        alternate: active.type === 'alternate',
        applicationCursor: terminal.modes.applicationCursorKeysMode,
        bracketedPaste: terminal.modes.bracketedPasteMode,
        mouse: MOUSE[terminal.modes.mouseTrackingMode],
        mouseEncoding: modes.sgrMouse ? 'sgr' : 'plain',
      };
    },
    text() {
      const { cursorX, cursorY } = terminal.buffer.active;
      return { rows: screenRows(terminal), cursor: { row: cursorY, column: cursorX } };
    },
    told: () => trimEnd(toldRows(terminal, options.hide)),
    mark: () => ({ line: terminal.registerMarker(0), column: terminal.buffer.normal.cursorX }),
    textSince({ line, column }) {
      const { active } = terminal.buffer;
      const last = active.baseY + active.cursorY;
      const isLost = !line || line.isDisposed || line.line < 0;
      const first = isLost ? 0 : line.line;
      if (active.type === 'alternate' || first > last) return trimEnd(toldRows(terminal, options.hide));
      const lines: string[] = [];
      for (let row = first; row <= last; row += 1) {
        const text = rowText(terminal, row);
        if (active.getLine(row)?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
        else lines.push(row === first && !isLost ? text.slice(column) : text);
      }
      return trimEnd(lines);
    },
    get size() {
      return { columns: terminal.cols, rows: terminal.rows };
    },
    get isAlternate() {
      return terminal.buffer.active.type === 'alternate';
    },
    get applicationCursor() {
      return terminal.modes.applicationCursorKeysMode;
    },
    keepScrollback(lines) {
      terminal.options.scrollback = lines;
    },
  };
}

function screenRows(terminal: Xterm): string[] {
  const { baseY } = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, row) => rowText(terminal, baseY + row));
}

/** The rows, but a wrapped line that contains a secret is put into its first row as a whole. */
function toldRows(terminal: Xterm, hide: VtOptions['hide']): string[] {
  const { active } = terminal.buffer;
  const shown = screenRows(terminal);
  if (!hide) return shown;
  for (let first = 0; first < shown.length; ) {
    let next = first + 1;
    while (next < shown.length && active.getLine(active.baseY + next)?.isWrapped) next += 1;
    const whole = shown.slice(first, next).join('');
    const hidden = next - first > 1 ? hide(whole) : whole;
    if (hidden !== whole) shown.fill('', first, next)[first] = hidden;
    first = next;
  }
  return shown;
}

function rowText(terminal: Xterm, row: number): string {
  return terminal.buffer.active.getLine(row)?.translateToString(true) ?? '';
}

export function trimEnd(lines: readonly string[]): string {
  return lines.join('\n').replace(/\n+$/, '');
}

/** Tracks what the emulator does not expose: whether the cursor is shown, and how mouse events are to be encoded. */
function followModes(terminal: Xterm): { readonly cursorShown: boolean; readonly sgrMouse: boolean } {
  const modes = { cursorShown: true, sgrMouse: false };
  const follow = (on: boolean) => (params: (number | number[])[]) => {
    if (params.includes(25)) modes.cursorShown = on;
    if (params.includes(1006)) modes.sgrMouse = on;
    return false; // lets the emulator handle it too
  };
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, follow(true));
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, follow(false));
  terminal.parser.registerEscHandler({ final: 'c' }, () => {
    modes.cursorShown = true;
    modes.sgrMouse = false;
    return false;
  });
  return modes;
}

/** Returns the same object for a row as long as its content is unchanged. */
function createRowReader(terminal: Xterm): (row: number, line: number) => readonly TerminalRun[] {
  const known: { key: string; runs: readonly TerminalRun[] }[] = [];
  const cell = terminal.buffer.active.getNullCell();
  return (row, at) => {
    const line = terminal.buffer.active.getLine(at);
    const pieces: { text: string; style: string }[] = [];
    for (let column = 0; line && column < terminal.cols; column += 1) {
      line.getCell(column, cell);
      if (cell.getWidth() === 0) continue; // the second half of a wide character
      const style = styleOf(cell);
      const text = cell.getChars() || ' ';
      const last = pieces.at(-1);
      if (last && last.style === style) last.text += text;
      else pieces.push({ text, style });
    }
    const last = pieces.at(-1);
    if (last?.style === '') last.text = last.text.trimEnd();
    const key = pieces.map(({ text, style }) => `${style}\0${text}`).join('\0');
    const before = known[row];
    if (before && before.key === key) return before.runs;
    const runs = pieces.filter(({ text }) => text !== '').map(toRun);
    known[row] = { key, runs };
    return runs;
  };
}

/** `color/background/styles`; empty for the default style. */
function styleOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return '';
  const color = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  const background = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  const styles = [
    cell.isBold() && 'bold',
    cell.isDim() && 'dim',
    cell.isItalic() && 'italic',
    cell.isUnderline() && 'underline',
    cell.isInverse() && 'inverse',
    cell.isInvisible() && 'hidden',
    cell.isStrikethrough() && 'struck',
  ].filter((style) => typeof style === 'string');
  const style = `${color}/${background}/${styles.join(',')}`;
  return style === '//' ? '' : style;
}

function colorOf(isDefault: boolean, isRgb: boolean, value: number): string {
  if (isDefault) return '';
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : String(value);
}

function toRun({ text, style }: { text: string; style: string }): TerminalRun {
  if (style === '') return { text };
  const [color = '', background = '', styles = ''] = style.split('/');
  const parse = (value: string) => (value.startsWith('#') ? value : Number(value));
  return {
    text,
    ...(color !== '' && { color: parse(color) }),
    ...(background !== '' && { background: parse(background) }),
    ...(styles !== '' && { style: styles.split(',') as TerminalStyle[] }),
  };
}
