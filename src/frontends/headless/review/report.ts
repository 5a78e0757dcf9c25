/** Formats a review for a person, a program, a code host or a workflow. */

import { countDropped, type Dropped, type Finding, SEVERITIES } from '../../../app/review/findings.ts';
import { cleanLine, sanitize } from '../../../base/text/sanitize.ts';
import type { Usage } from '../../../protocol/message.ts';
import type { ReviewWords } from '../../../words/en/review.ts';
import { jsonText } from '../json-text.ts';
import { sarifOf } from './sarif.ts';

export const REVIEW_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type ReviewFormat = (typeof REVIEW_FORMATS)[number];

export interface Reviewed {
  findings: readonly Finding[];
  dropped: Dropped;
  /** Number of files in the change. */
  files: number;
  /** Why the turn ended. */
  stop: string;
  /** True if the model finished its answer. */
  isComplete: boolean;
  model: string;
  usage: Usage;
  durationMs: number;
  version: string;
}

export function reportOf(reviewed: Reviewed, format: ReviewFormat, say: ReviewWords): string {
  switch (format) {
    case 'text':
      return textReport(reviewed, say);
    case 'json':
      return `${jsonText(jsonReport(reviewed))}\n`;
    case 'sarif':
      return `${jsonText(sarifOf(reviewed))}\n`;
    case 'github':
      return reviewed.findings.map(workflowCommand).join('');
  }
}

function jsonReport({ findings, dropped, files, stop, model, usage, durationMs }: Reviewed): object {
  const total = countDropped(dropped);
  return { findings, dropped: { total, ...dropped }, files, stop, model, usage, duration_ms: durationMs };
}

function textReport({ findings, dropped, files }: Reviewed, say: ReviewWords): string {
  const blocks = findings.map(({ file, line, severity, title, reason, suggestion }) => {
    const rows = [`${cleanLine(file)}:${line}: ${say.severity[severity]}: ${cleanLine(title)}`, ...indented(reason)];
    if (suggestion) rows.push(`  ${say.suggestion}`, ...marked('-', suggestion.old), ...marked('+', suggestion.new));
    return `${rows.join('\n')}\n\n`;
  });
  return `${blocks.join('')}${summary(findings, dropped, files, say)}\n`;
}

export function summary(findings: readonly Finding[], dropped: Dropped, files: number, say: ReviewWords): string {
  const counts = SEVERITIES.map((level) => findings.filter(({ severity }) => severity === level).length);
  const [errors = 0, warnings = 0, notes = 0] = counts;
  const found = findings.length === 0 ? say.nothingFound(files) : say.found(files, errors, warnings, notes);
  return countDropped(dropped) === 0 ? found : `${found} ${say.dropped(dropped)}`;
}

function indented(text: string): string[] {
  return sanitize(text)
    .split('\n')
    .map((row) => `  ${row}`.trimEnd());
}

function marked(mark: '-' | '+', text: string): string[] {
  return sanitize(text)
    .split('\n')
    .map((row) => `  ${mark}${row}`);
}

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** An annotation of a workflow. Everything that could begin another command is escaped. */
function workflowCommand({ file, line, end_line: end, severity, title, reason }: Finding): string {
  const properties = { file, line: String(line), endLine: String(end ?? line), title: cleanLine(title) };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`);
  return `::${COMMANDS[severity]} ${list.join(',')}::${escaped(sanitize(reason))}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
