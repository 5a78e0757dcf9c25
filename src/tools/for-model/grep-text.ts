/** Matches for the model: each file once, followed by its numbered lines, with `:` for hits and `-` for context. */

import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import { lossyNote, nameText } from './name-text.ts';

interface Match {
  file: string;
  line: number;
  text: string;
  context?: { before: readonly string[]; after: readonly string[] };
}

interface Count {
  file: string;
  count: number;
}

interface Row {
  text: string;
  isHit: boolean;
}

export function grepText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { truncated, withheld, not_utf8: lossy, warning, files: names, counts, total } = outcome.result;
  const matches = (outcome.result.matches ?? []) as readonly Match[];
  const files = Map.groupBy(matches, ({ file }) => file);
  const notes = [
    ...(truncated === true ? [`${cutAt(matches.length)}: narrow it with path or glob`] : []),
    ...(Array.isArray(counts) && counts.length > 1 ? [`${String(total)} in ${counts.length} files`] : []),
    ...(Array.isArray(withheld)
      ? [`not searched, they may hold secrets: ${withheld.map((name) => nameText(String(name))).join(', ')}`]
      : []),
    ...(Array.isArray(lossy) ? [lossyNote(lossy)] : []),
    ...(typeof warning === 'string' ? [warning] : []),
  ];
  const perFile = [
    ...(Array.isArray(names) ? names.map((name) => nameText(String(name))) : []),
    ...(Array.isArray(counts) ? (counts as Count[]).map(({ file, count }) => `${nameText(file)}: ${count}`) : []),
  ];
  const lines = [...perFile, ...[...files].map(([file, inIt]) => fileText(file, inIt))];
  const found = lines.length === 0 ? ['no matches'] : lines;
  return [...found, ...notes.map((note) => `[${note}]`)].join('\n');
}

function cutAt(hits: number): string {
  return hits === 0 ? 'there are more' : `first ${hits} hits, there are more`;
}

function fileText(file: string, matches: readonly Match[]): string {
  const rows = rowsOf(matches);
  const lines: string[] = [nameText(file)];
  let last: number | undefined;
  const hasContext = matches.some(({ context }) => context !== undefined);
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    if (hasContext && last !== undefined && number > last + 1) lines.push('--');
    const row = rows.get(number);
    if (row) lines.push(`${number}${row.isHit ? ':' : '-'}${row.text}`);
    last = number;
  }
  return lines.join('\n');
}

/** Rows by line number: context shared by two matches appears once, and a hit stays a hit. */
function rowsOf(matches: readonly Match[]): Map<number, Row> {
  const rows = new Map<number, Row>();
  for (const { line, context } of matches) {
    const { before = [], after = [] } = context ?? {};
    before.forEach((text, at) => void rows.set(line - before.length + at, { text, isHit: false }));
    after.forEach((text, at) => void rows.set(line + 1 + at, { text, isHit: false }));
  }
  for (const { line, text } of matches) rows.set(line, { text, isHit: true });
  return rows;
}
