/** A change to files: as a patch in one column, or with line numbers, changed words and syntax colours. */

import { type DiffFile, type DiffRow, readDiff } from '../../../base/text/diff-rows.ts';
import { textWidth } from '../../../base/text/text-width.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { joinSgr, type Line, lineWidth, type Span, sliceSpans, span, wrapLineSpans } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import type { Highlight } from './markdown/code-block.ts';
import type { Style } from './styles.ts';

/** How many unchanged rows stay around a change, and how many rows are shown in all. */
export interface DiffTrim {
  around: number;
  rows: number;
  /** True if a single file is named too, because nothing above names it. */
  isNamed?: boolean;
}

interface Drawing {
  theme: Theme;
  messages: ScreenWords;
  highlight: Highlight;
  style: Style;
}

/** Shows the whole change. */
export const ALL: DiffTrim = { around: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
const APART = '⋮';

export function diffLines(diff: string, width: number, drawing: Drawing, trim: DiffTrim = ALL): Line[] {
  const shown = visibleText(diff);
  if (drawing.style.diff.form === 'patch') return patchLines(shown, drawing.theme);
  const files = readDiff(shown);
  const lines = files.flatMap((file) => fileLines(file, trim.isNamed || files.length > 1, width, drawing, trim));
  if (lines.length <= trim.rows) return lines;
  const left = lines.length - trim.rows;
  return [...lines.slice(0, trim.rows), [span(drawing.messages.moreRows(left), drawing.theme.secondary)]];
}

/** Starts to load the language of a file in a diff, so that its colours are ready when it is drawn. */
export function prepareColours(path: string, highlight: Highlight): void {
  highlight([], [], languageOf(path));
}

function fileLines(file: DiffFile, isNamed: boolean, width: number, drawing: Drawing, { around }: DiffTrim): Line[] {
  const { theme, highlight } = drawing;
  const name: Line[] = isNamed ? [[span(`${file.path} +${file.additions} −${file.deletions}`, theme.strong)]] : [];
  const last = Math.max(0, ...file.hunks.flat().map(({ number }) => number));
  const digits = String(last).length;
  const language = languageOf(file.path);
  const drawn = file.hunks.map((rows) => {
    const coloured = colouredRows(rows, language, highlight);
    return rows.map((row, index) => ({ row, text: coloured[index] ?? [span(row.text)] }));
  });
  const kept = drawn.flatMap((rows) => stretches(rows, around));
  const widest = Math.max(0, ...kept.flat().map(({ row }) => textWidth(row.text)));
  const room = Math.max(1, Math.min(widest, width - digits - 5));
  return [
    ...name,
    ...kept.flatMap((rows, index) => [
      ...(index > 0 ? [[span(`${' '.repeat(2 + digits)}${APART}`, theme.secondary)]] : []),
      ...rows.flatMap(({ row, text }) => rowLines(row, text, { digits, width, room }, theme)),
    ]),
  ];
}

interface Drawn {
  row: DiffRow;
  text: Line;
}

/** Runs of rows that are near a change. */
function stretches(rows: readonly Drawn[], around: number): Drawn[][] {
  const changes = rows.flatMap(({ row }, index) => (row.kind === ' ' ? [] : [index]));
  const isNear = (index: number): boolean => changes.some((change) => Math.abs(change - index) <= around);
  const found: Drawn[][] = [];
  for (const [index, row] of rows.entries()) {
    if (!isNear(index)) continue;
    if (index > 0 && isNear(index - 1)) found.at(-1)?.push(row);
    else found.push([row]);
  }
  return found;
}

/** The old side and the new side are highlighted as two separate pieces of code. */
function colouredRows(rows: readonly DiffRow[], language: string, highlight: Highlight): (Line | undefined)[] {
  const side = (without: '+' | '-'): Map<DiffRow, Line> => {
    const lines = rows.filter(({ kind }) => kind !== without && kind !== '\\');
    const coloured = highlight(
      lines.map(({ text }) => text),
      [],
      language,
    );
    return new Map(lines.flatMap((row, index) => (coloured?.[index] ? [[row, coloured[index]]] : [])));
  };
  const [before, after] = [side('+'), side('-')];
  return rows.map((row) => (row.kind === '-' ? before : after).get(row));
}

interface Columns {
  digits: number;
  width: number;
  /** The width to which changed rows are padded, so that their background forms a block. */
  room: number;
}

function rowLines(row: DiffRow, text: Line, { digits, width, room }: Columns, theme: Theme): Line[] {
  const { kind, number, changed } = row;
  if (kind === '\\') return [[span(`${' '.repeat(digits + 4)}${row.text}`, theme.secondary)]];
  const sign = kind === ' ' ? ' ' : kind;
  const base = kind === '+' ? theme.addedLine : kind === '-' ? theme.removedLine : '';
  const word = kind === '+' ? theme.addedWord : theme.removedWord;
  const gutter: Line = [
    span(` ${String(number).padStart(digits)} `, theme.secondary),
    span(`${sign} `, kind === ' ' ? theme.secondary : base),
  ];
  const rest: Line = [span(' '.repeat(digits + 2)), span('  ', base)];
  const body = kind === ' ' ? text : emphasised(text, changed, base, word);
  return wrapLineSpans(body, width, { first: gutter, rest }).map((line) => {
    const free = room - (lineWidth(line) - digits - 4);
    return base === '' || free <= 0 ? line : [...line, span(' '.repeat(free), base)];
  });
}

/** Gives changed words their style, and the rest the style of the row. */
function emphasised(text: Line, changed: DiffRow['changed'], base: string, word: string): Line {
  const spans: Span[] = [];
  let at = 0;
  const add = (start: number, end: number, sgr: string): void => {
    spans.push(...sliceSpans(text, start, end).map((piece) => span(piece.text, joinSgr(piece.sgr, sgr))));
  };
  for (const { start, end } of changed) {
    add(at, start, base);
    add(start, end, word);
    at = end;
  }
  add(at, Number.POSITIVE_INFINITY, base);
  return spans;
}

function languageOf(path: string): string {
  return /[^./\\]+$/.exec(path)?.[0] ?? '';
}

/** One column, as git writes it. Counts the rows of each hunk, so that a removed `-- x` is not taken for a header. */
function patchLines(diff: string, theme: Theme): Line[] {
  let removed = 0;
  let added = 0;
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      const isMeta = hunk !== null || line.startsWith('\\') || removed + added <= 0;
      if (hunk) [removed, added] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      if (isMeta) return [span(line, theme.diffMeta)];
      if (!line.startsWith('+')) removed -= 1;
      if (!line.startsWith('-')) added -= 1;
      return [span(line, theme[line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'text'])];
    });
}
