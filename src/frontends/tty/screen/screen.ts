/** Scrollback above, a small live region below: computes what to write so that the screen shows the next frame. Pure. */

import { fitWidth, textWidth } from '../../../base/text/text-width.ts';

export interface Size {
  columns: number;
  rows: number;
}

/** A size that is read anew at every access. */
export function liveSize(size: () => Size): Size {
  return {
    get columns() {
      return size().columns;
    },
    get rows() {
      return size().rows;
    },
  };
}

export interface Caret {
  row: number;
  column: number;
}

/** What the next frame adds to the scrollback, and the live region below. */
export interface Frame {
  /** Lines that stay, written once. The terminal wraps a line wider than itself, so that it can be copied whole. */
  commit: readonly string[];
  /** Rows of the live region, none wider than the terminal. */
  live: readonly string[];
  caret: Caret;
}

/** What the terminal shows of the last frame: the live rows and the cursor's position in them. */
export interface Shown {
  rows: readonly string[];
  caret: Caret;
}

export const NOTHING_SHOWN: Shown = { rows: [], caret: { row: 0, column: 0 } };

const SYNC_START = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_DOWN = '\x1b[J';
const ERASE_LINE = '\x1b[K';
const ESCAPES = /\x1b(?:\[[0-9;:]*m|\][^\x07]*\x07)/g;
/** Characters whose width terminals agree on; after anything else a row is written whole. */
const CERTAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u3001-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;

/** A tab or a prompt mark: only the terminal knows how much room it takes. */
const UNMEASURED = /\t|\x1b\]/;

/** The bytes that turn what is shown into the frame; empty if nothing changed. */
export function drawFrame(shown: Shown, frame: Frame, size: Size): { output: string; shown: Shown } {
  const { commit, live, caret } = frame;
  const target = [...commit, ...live];
  const caretRow = commit.length + caret.row;
  const pen = createPen(shown, size.columns, caretRow);

  const wide = commit.findIndex((line) => rowWidth(line) > size.columns || UNMEASURED.test(line));
  const byRow = wide < 0 ? target.length : wide;
  for (let row = 0; row < byRow; row += 1) pen.writeRow(row, target[row] ?? '');
  if (wide >= 0) pen.writeRest(wide, target.slice(wide));
  else pen.eraseFrom(target.length);

  const output = pen.finish(wide >= 0 ? { row: caretRow, of: target.length } : { row: caretRow }, caret.column);
  return { output, shown: { rows: [...live], caret } };
}

/** After a resize the terminal has re-wrapped the rows: moves to where they now begin, and forgets them. */
export function eraseShown(shown: Shown, columns: number, reflow: Reflow): { output: string; shown: Shown } {
  let above = 0;
  for (const row of shown.rows.slice(0, shown.caret.row)) above += reflow.rows ? rowsAt(row, columns) : 1;
  if (reflow.caretRow) above += Math.floor(Math.max(0, shown.caret.column) / Math.max(1, columns));
  const up = above > 0 ? `\x1b[${above}A` : '';
  return { output: `${up}\r${eraseRows(shown.rows.length)}`, shown: NOTHING_SHOWN };
}

/** The number of rows that what is shown takes at a width, beyond those it was drawn in. */
export function rowsGained(shown: Shown, columns: number): number {
  return shown.rows.reduce((gained, row) => gained + rowsAt(row, columns) - 1, 0);
}

export interface Reflow {
  /** True if long rows wrap when the window gets narrower. */
  rows: boolean;
  /** True if the cursor's row wraps too. */
  caretRow: boolean;
  /** True if rows that wrap push the top ones into the scrollback although the bottom ones are empty. */
  losesTop?: boolean;
}

function rowWidth(row: string): number {
  return textWidth(row.replace(ESCAPES, ''));
}

/** The number of rows that a row takes at a width; a wide character is never split at the edge. */
function rowsAt(row: string, columns: number): number {
  let rest = row.replace(ESCAPES, '');
  let rows = 1;
  while (textWidth(rest) > columns) {
    const part = fitWidth(rest, columns);
    rest = rest.slice(Math.max(1, part.length));
    rows += 1;
  }
  return rows;
}

/**
 * Empties this many rows from the cursor's row down, and leaves the cursor at the start of the first. Erasing down from
 * the first row of the screen would make tmux keep a copy of it in its history.
 */
function eraseRows(rows: number): string {
  return rows > 1 ? `${ERASE_LINE}\x1b[B${ERASE_DOWN}\x1b[A` : ERASE_LINE;
}

interface Pen {
  writeRow(row: number, text: string): void;
  writeRest(row: number, rows: readonly string[]): void;
  eraseFrom(row: number): void;
  finish(caret: { row: number; of?: number }, column: number): string;
}

function createPen(shown: Shown, columns: number, caretRow: number): Pen {
  let body = '';
  let at = shown.caret.row;
  let column: number | undefined = shown.caret.column;
  let existing = Math.max(1, shown.rows.length);
  let changed: number | 'many' | undefined;

  function note(row: number): void {
    changed = changed === undefined || changed === row ? row : 'many';
  }

  function goTo(row: number): void {
    if (row < at) body += `\x1b[${at - row}A`;
    const known = Math.min(row, existing - 1);
    if (known > at) body += `\x1b[${known - at}B`;
    if (row < at || known > at) column = column === 0 ? 0 : undefined;
    at = Math.max(known, Math.min(row, at));
    while (at < row) {
      body += '\r\n';
      at += 1;
      existing += 1;
      column = 0;
    }
  }

  function goToColumn(target: number): void {
    if (column === target) return;
    body += target === 0 ? '\r' : `\x1b[${target + 1}G`;
    column = target;
  }

  return {
    writeRow(row, text) {
      const old = row < shown.rows.length ? shown.rows[row] : undefined;
      if (old === text) return;
      if (old === undefined && text === '' && row < existing) return;
      note(row);
      const width = rowWidth(text);
      const isShorter = old !== undefined && rowWidth(old) > width;
      // tmux forgets how long a row was only if all of it is erased; otherwise it wraps the blanks in a narrower window.
      const isErased = isShorter && row !== caretRow;
      const kept = old === undefined || isErased ? 0 : commonPrefix(old, text);
      const start = rowWidth(text.slice(0, kept));
      goTo(row);
      goToColumn(start);
      const isFull = width >= columns;
      if (isErased) body += ERASE_LINE;
      body += sgrAt(text, kept) + text.slice(kept);
      // At the right edge the cursor waits to wrap, and an erase would remove the last character.
      if (isShorter && !isErased && !isFull) body += ERASE_LINE;
      column = isFull ? undefined : width;
    },
    writeRest(row, rows) {
      changed = 'many';
      goTo(row);
      goToColumn(0);
      body += eraseRows(existing - row) + rows.join('\r\n');
      column = undefined;
    },
    eraseFrom(row) {
      if (row >= existing || row >= shown.rows.length) return;
      changed = 'many';
      goTo(row);
      goToColumn(0);
      body += ERASE_DOWN;
    },
    finish(caret, target) {
      // `writeRest` no longer counts the rows above, but it leaves the cursor on the last row.
      if (caret.of !== undefined) {
        at = caret.of - 1;
        existing = caret.of;
      }
      goTo(caret.row);
      goToColumn(target);
      // A change in the caret's row alone needs no frame, because nothing can be seen half drawn.
      if (changed === undefined || changed === caret.row) return body;
      return `${SYNC_START}${HIDE_CURSOR}${body}${SHOW_CURSOR}${SYNC_END}`;
    },
  };
}

/** The length of the start that two rows share: never ends inside an escape or a character, and covers only certain columns. */
function commonPrefix(old: string, next: string): number {
  let length = 0;
  const end = Math.min(old.length, next.length);
  while (length < end && old.charCodeAt(length) === next.charCodeAt(length)) length += 1;
  const escape = next.lastIndexOf('\x1b', length);
  if (escape >= 0 && !/^\x1b\[[0-9;:]*m/.test(next.slice(escape, length))) length = Math.min(length, escape);
  // The next character may change the one before it (combining marks, joined emoji).
  if (length < next.length && !CERTAIN.test((next[length] ?? '').replace('\x1b', ''))) length = Math.max(0, length - 1);
  return CERTAIN.test(next.slice(0, length).replace(ESCAPES, '')) ? length : 0;
}

/** The style in force at an offset of a row. */
function sgrAt(row: string, offset: number): string {
  const last = row.slice(0, offset).match(ESCAPES)?.at(-1);
  return last === undefined || last === '\x1b[m' ? '' : last;
}
