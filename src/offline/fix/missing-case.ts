/** Bugs where nothing is wrong but something is missing: a row of a table, a branch of a switch, the empty list. */

import { type Evidence, numberOf, stringOf } from './evidence.ts';

/** A line to put something behind (or before), and why. */
export interface Missing {
  line: number;
  lines: readonly string[];
  weight: number;
  why: readonly [en: string, zh: string];
}

export function missingCases(
  lines: readonly string[],
  region: { first: number; last: number },
  evidence: Evidence,
): Missing[] {
  return [
    ...missingRow(lines, evidence),
    ...missingBranch(lines, region, evidence),
    ...emptyList(lines, region, evidence),
  ];
}

/** `{ a: 'x', b: 'y' }` asked for `c`. */
function missingRow(lines: readonly string[], { args, expected }: Evidence): Missing[] {
  const key = stringOf(args[0]);
  if (key === undefined || expected === undefined || !isLiteral(expected)) return [];
  const rows = lines.flatMap((line, index) =>
    /^\s+(['"]?)[\w$-]+\1:\s*(?:['"`].*['"`]|-?[\d.]+),?$/.test(line) ? [index] : [],
  );
  const last = rows.at(-1);
  if (last === undefined || rows.length < 2 || rows.some((index) => keyOf(lines[index] ?? '') === key)) return [];
  const model = lines[last] ?? '';
  const quote = /^\s+(['"])/.exec(model)?.[1] ?? (/^[\w$]+$/.test(key) ? '' : "'");
  const row = `${/^\s*/.exec(model)?.[0] ?? ''}${quote}${key}${quote}: ${literalLike(model, expected)},`;
  return [
    {
      line: last + 1,
      lines: [model.endsWith(',') ? model : `${model},`, row],
      weight: 10,
      why: [`the table has no row for ${key}`, `表里缺少 ${key} 这一项`],
    },
  ];
}

/** `case 'a': return 'x';` without the one that was asked for. */
function missingBranch(
  lines: readonly string[],
  region: { first: number; last: number },
  { args, expected }: Evidence,
): Missing[] {
  const [value] = args;
  if (value === undefined || expected === undefined || !isLiteral(expected) || !isLiteral(value)) return [];
  const cases = lines.flatMap((line, index) =>
    index + 1 >= region.first && index + 1 <= region.last && /^\s*case\s+.+?:\s*return\s+.+;$/.test(line)
      ? [index]
      : [],
  );
  const last = cases.at(-1);
  if (last === undefined || cases.some((index) => (lines[index] ?? '').includes(`case ${value}:`))) return [];
  const model = lines[last] ?? '';
  return [
    {
      line: last + 1,
      lines: [model, `${/^\s*/.exec(model)?.[0] ?? ''}case ${value}: return ${literalLike(model, expected)};`],
      weight: 10,
      why: [`there is no case for ${value}`, `缺少 ${value} 的分支`],
    },
  ];
}

/** `sum / items.length` of no items is NaN. */
function emptyList(
  lines: readonly string[],
  region: { first: number; last: number },
  { args, expected, actual }: Evidence,
): Missing[] {
  if (actual !== 'NaN' || numberOf(expected) === undefined || args[0] !== '[]') return [];
  const body = lines.slice(region.first - 1, region.last);
  const list = /\/\s*(\w+)\.length/.exec(body.join('\n'))?.[1];
  const head = body[0] ?? '';
  if (list === undefined || !head.trim().endsWith('{')) return [];
  const indent = /^\s*/.exec(body[1] ?? '')?.[0] ?? '  ';
  return [
    {
      line: region.first,
      lines: [head, `${indent}if (${list}.length === 0) return ${expected};`],
      weight: 11,
      why: ['nobody thought of the empty list: it divides by zero', '没有考虑空列表：会除以零'],
    },
  ];
}

function keyOf(line: string): string {
  return /^\s+['"]?([\w$-]+)['"]?:/.exec(line)?.[1] ?? '';
}

function isLiteral(text: string): boolean {
  return stringOf(text) !== undefined || numberOf(text) !== undefined || /^(?:true|false|null)$/.test(text);
}

/** In the quotes that the line beside it uses. */
function literalLike(model: string, value: string): string {
  const text = stringOf(value);
  if (text === undefined) return value;
  const quote = /:\s*(?:return\s+)?(['"`])/.exec(model)?.[1] ?? "'";
  return `${quote}${text}${quote}`;
}
