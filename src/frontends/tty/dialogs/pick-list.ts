/** A list to pick from: which rows the typed text leaves, which one is selected, and how they are drawn. Pure. */

import { sanitize } from '../../../base/text/sanitize.ts';
import type { Key } from '../input/key-event.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';

export interface PickList {
  readonly options: readonly string[];
  /** Index into `options`. Absent if none is selected. */
  readonly selected?: number;
  /** The typed text: part of a name, or a number. */
  readonly filter: string;
}

const SHOWN = 8;
const PAGE = SHOWN;
const MOVES: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  pageup: -PAGE,
  pagedown: PAGE,
  'ctrl+p': -1,
  'ctrl+n': 1,
};

/** The list after a key that moves the selection. `undefined` if the key is not for the list. */
export function moveInList(list: PickList, { name, ctrl, alt, shift }: Key): PickList | undefined {
  const by = alt || shift ? undefined : MOVES[ctrl ? `ctrl+${name}` : name];
  if (by === undefined) return undefined;
  const rows = rowsOf(list);
  if (rows.length === 0) return list;
  const at = rows.indexOf(list.selected ?? -1);
  const isStep = Math.abs(by) === 1;
  if (at < 0) return { ...list, selected: rows[by > 0 ? 0 : rows.length - 1] };
  const next = isStep ? (at + by + rows.length) % rows.length : Math.min(Math.max(at + by, 0), rows.length - 1);
  return { ...list, selected: rows[next] };
}

/** The list after its filter has changed: a number selects that row, a text keeps the rows that contain all its words. */
export function filterList(list: PickList, filter: string): PickList {
  const next = { ...list, filter };
  const number = numberIn(next);
  if (number !== undefined) return { ...next, selected: number };
  const rows = rowsOf(next);
  return { ...next, selected: rows.includes(list.selected ?? -1) ? list.selected : rows[0] };
}

/** The row that a typed number names. */
export function numberIn({ options, filter }: PickList): number | undefined {
  const typed = filter.trim();
  if (!/^\d{1,6}$/.test(typed)) return undefined;
  return Number(typed) >= 1 && Number(typed) <= options.length ? Number(typed) - 1 : undefined;
}

/** The visible part of the list: some rows around the selected one. */
export function listLines(list: PickList, theme: Theme): Line[] {
  const rows = rowsOf(list);
  const at = Math.max(0, rows.indexOf(list.selected ?? -1));
  const above = Math.max(0, Math.min(at - Math.floor(SHOWN / 2), rows.length - SHOWN));
  const width = String(list.options.length).length;
  const lines = rows.slice(above, above + SHOWN).map((row): Line => {
    const isSelected = row === list.selected;
    const text = `${String(row + 1).padStart(width)}. ${oneLine(list.options[row] ?? '')}`;
    return [span(`${isSelected ? '❯' : ' '} ${text}`, isSelected ? theme.choice : '')];
  });
  if (rows.length <= SHOWN) return lines;
  return [...lines, [span(`  ${at + 1}/${rows.length}`, theme.secondary)]];
}

/** Keeps blanks, because they form columns. */
function oneLine(text: string): string {
  return sanitize(text).replaceAll(/[\r\n\t]+/g, ' ');
}

/** The rows that match the filter, as indices into `options`. */
function rowsOf(list: PickList): number[] {
  const all = list.options.map((_, index) => index);
  if (numberIn(list) !== undefined) return all;
  const words = list.filter.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((index) => {
    const option = (list.options[index] ?? '').toLowerCase();
    return words.every((word) => option.includes(word));
  });
}
