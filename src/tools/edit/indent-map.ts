/** How one block is indented against another: learned from lines that are in both, applied to lines that are new. */

import { indentOf } from './lines.ts';

export type Reindent = (line: string, isFirst: boolean) => string;

/** `undefined` where one indent would have to become two: what a new line should get cannot be known. */
export function learnIndent(given: readonly string[], actual: readonly string[]): Reindent | undefined {
  const map = new Map<string, string>();
  const first = { from: indentOf(given[0] ?? ''), to: indentOf(actual[0] ?? '') };
  for (let index = given.length - 1; index >= 0; index--) {
    if ((given[index] ?? '').trim() === '') continue;
    const from = indentOf(given[index] ?? '');
    const to = indentOf(actual[index] ?? '');
    const known = map.get(from);
    // A block copied from within its first line lacks that line's indent only: it says nothing of the others.
    if (index === 0 && map.size > 0 && known !== to) continue;
    if (known !== undefined && known !== to) return undefined;
    map.set(from, to);
  }
  const tabWidth = tabWidthOf(map);
  return (line, isFirst) => {
    if (line.trim() === '') return line;
    const indent = indentOf(line);
    const shifted = isFirst && indent === first.from ? first.to : shift(indent, map, tabWidth);
    return shifted + line.slice(indent.length);
  };
}

function shift(indent: string, map: ReadonlyMap<string, string>, tabWidth: number): string {
  const known = map.get(indent);
  if (known !== undefined) return known;
  const keys = [...map.keys()].sort((a, b) => a.length - b.length);
  const inner = keys.findLast((key) => indent.startsWith(key));
  const outer = keys.find((key) => key.startsWith(indent));
  if (inner !== undefined) return (map.get(inner) ?? '') + convert(indent.slice(inner.length), tabWidth);
  if (outer !== undefined) {
    const to = map.get(outer) ?? '';
    const extra = convert(outer.slice(indent.length), tabWidth);
    if (to.endsWith(extra)) return to.slice(0, to.length - extra.length);
  }
  return convert(indent, tabWidth);
}

/** Spaces that stand for one tab: positive where spaces become tabs, negative the other way, 0 where neither. */
function tabWidthOf(map: ReadonlyMap<string, string>): number {
  for (const [from, to] of map) {
    if (/^ +$/.test(from) && /^\t+$/.test(to) && from.length % to.length === 0) return from.length / to.length;
    if (/^\t+$/.test(from) && /^ +$/.test(to) && to.length % from.length === 0) return -(to.length / from.length);
  }
  return 0;
}

function convert(indent: string, tabWidth: number): string {
  if (tabWidth > 0) return indent.replaceAll(' '.repeat(tabWidth), '\t');
  return tabWidth < 0 ? indent.replaceAll('\t', ' '.repeat(-tabWidth)) : indent;
}
