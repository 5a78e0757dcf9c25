/** How one block is indented relative to another: learned from lines that are in both, applied to new lines. */

import { indentOf } from './lines.ts';

/** Returns `undefined` if the line could be indented in two ways. */
export type Reindent = (line: string, isFirst: boolean) => string | undefined;

/** An indent of the given block, and that of the same line in the file. */
interface Pair {
  from: string;
  to: string;
}

type Rule = (indent: string) => string | undefined;

const TAB_WIDTHS = [4, 2, 8, 3];
const SCALES = [2, 0.5];
/** Tab width for when it makes no difference. */
const TAB = 4;

/**
 * `undefined` if the indents do not follow one rule, so the indent of a new line cannot be known. `mayBeCut`: the block may have been
 * copied from the middle of its first line, which then lacks its indent and tells nothing about the other lines.
 */
export function learnIndent(
  given: readonly string[],
  actual: readonly string[],
  { mayBeCut }: { mayBeCut: boolean },
): Reindent | undefined {
  const map = new Map<string, string>();
  const first = { from: indentOf(given[0] ?? ''), to: indentOf(actual[0] ?? '') };
  for (let index = given.length - 1; index >= 0; index--) {
    if ((given[index] ?? '').trim() === '') continue;
    const from = indentOf(given[index] ?? '');
    const to = indentOf(actual[index] ?? '');
    const known = map.get(from);
    if (mayBeCut && index === 0 && from === '' && map.size > 0 && known !== to) continue;
    if (known !== undefined && known !== to) return undefined;
    map.set(from, to);
  }
  const rules = rulesFor([...map].map(([from, to]) => ({ from, to })));
  if (rules.length === 0) return undefined;
  const own = ownLines(given, actual, mayBeCut ? 1 : 0);
  return (line, isFirst) => {
    const moved = own.get(line);
    if (moved !== undefined) return moved;
    if (line === '') return '';
    const indent = indentOf(line);
    const known = isFirst && indent === first.from ? first.to : map.get(indent);
    const [shifted, ...others] = known === undefined ? rules.map((rule) => rule(indent)) : [known];
    const isCertain = shifted !== undefined && others.every((other) => other === shifted);
    if (!isCertain) return line.trim() === '' ? line : undefined; // a blank line's indent does not matter
    return shifted + line.slice(indent.length);
  };
}

/** Maps lines of `given` to those of the file: a line that the change moves or repeats is not a new line. */
function ownLines(given: readonly string[], actual: readonly string[], from: number): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const [index, line] of given.entries()) {
    const there = actual[index];
    if (index < from || line.trim() === '' || there === undefined) continue;
    if ((own.get(line) ?? there) !== there) doubtful.add(line);
    own.set(line, there);
  }
  for (const line of doubtful) own.delete(line);
  return own;
}

/** All rules that explain the pairs; if they lead to different indents, none is certain. */
function rulesFor(pairs: readonly Pair[]): Rule[] {
  const shifts = shiftRules(pairs);
  const depths = new Set(pairs.map(({ from }) => from).filter((from) => from !== ''));
  // A single depth that doubled may just as well have been shifted; alone it explains nothing.
  return shifts.length > 0 || depths.size > 1 ? [...shifts, ...scaleRules(pairs)] : [];
}

/** All lines are deeper, or less deep, by the same amount. */
function shiftRules(pairs: readonly Pair[]): Rule[] {
  const [sample] = pairs;
  if (!sample) return [(indent) => indent];
  const added = sample.to.slice(0, Math.max(0, sample.to.length - sample.from.length));
  if (pairs.every(({ from, to }) => to === added + from)) return [(indent) => added + indent];
  const removed = sample.from.slice(0, Math.max(0, sample.from.length - sample.to.length));
  if (pairs.every(({ from, to }) => from === removed + to)) {
    return [(indent) => (indent.startsWith(removed) ? indent.slice(removed.length) : undefined)];
  }
  const rules = TAB_WIDTHS.flatMap((tab) => {
    const by = widthOf(sample.to, tab) - widthOf(sample.from, tab);
    const isRule = pairs.every(({ from, to }) => widthOf(to, tab) - widthOf(from, tab) === by);
    return isRule ? [{ by, rule: (indent: string) => indentLike(pairs, widthOf(indent, tab) + by, tab) }] : [];
  });
  const unmoved = rules.filter(({ by }) => by === 0);
  return (unmoved.length > 0 ? unmoved : rules).map(({ rule }) => rule);
}

/** All lines are twice or half as deep. */
function scaleRules(pairs: readonly Pair[]): Rule[] {
  if (pairs.every(({ from }) => from === '')) return [];
  const scales = SCALES.filter((scale) =>
    pairs.every(({ from, to }) => widthOf(to, TAB) === widthOf(from, TAB) * scale),
  );
  return scales.map((scale) => (indent) => {
    const width = widthOf(indent, TAB) * scale;
    return Number.isInteger(width) ? indentLike(pairs, width, TAB) : undefined;
  });
}

function indentLike(pairs: readonly Pair[], width: number, tab: number): string | undefined {
  if (width < 0) return undefined;
  const tabs = pairs.some(({ to }) => to.includes('\t')) ? Math.floor(width / tab) : 0;
  // Half a tab is not a depth. Unless the file has such lines itself, the change is about the way it is indented.
  if (tabs * tab < width && tabs > 0 && !pairs.some(({ to }) => to.includes('\t '))) return undefined;
  return '\t'.repeat(tabs) + ' '.repeat(width - tabs * tab);
}

function widthOf(indent: string, tab: number): number {
  return indent.replaceAll('\t', ' '.repeat(tab)).length;
}
