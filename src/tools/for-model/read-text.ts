/** A part of a file for the model: numbered lines, and one line with anything else it must know. */

import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';

export function readText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { result, images } = outcome;
  const content = String(result.content);
  if (images) return content;
  if (content === '') return '(empty file)';
  const start = Number(result.start_line);
  const lines = content.replace(/\n$/, '').split('\n');
  const isCrlf = lines.some((line) => line.endsWith('\r'));
  const numbered = lines.map((line, at) => `${start + at}\t${line.endsWith('\r') ? line.slice(0, -1) : line}`);
  return [...numbered, ...tail(result, content, isCrlf)].join('\n');
}

function tail(result: Record<string, unknown>, content: string, isCrlf: boolean): string[] {
  const { start_line: start, end_line: end, has_more: hasMore, total_lines: total, encoding, warning } = result;
  const isPart = hasMore === true || start !== 1;
  const notes = [
    ...(isPart ? [`lines ${String(start)}-${String(end)}${typeof total === 'number' ? ` of ${total}` : ''}`] : []),
    ...(hasMore === true ? [`continue with offset ${Number(end) + 1}`] : []),
    ...(isCrlf ? ['line ends are CRLF'] : []),
    ...(hasMore !== true && !content.endsWith('\n') ? ['no newline at the end'] : []),
    ...(typeof encoding === 'string' ? [encoding] : []),
    ...(typeof warning === 'string' ? [warning] : []),
  ];
  return notes.length > 0 ? [`[${notes.join('; ')}]`] : [];
}
