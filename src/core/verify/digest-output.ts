/** Shortens a failed check's output for the model: all of it if short, otherwise the lines that tell what failed. Pure. */

import { truncate } from '../../base/text/truncate.ts';
import { failureIn } from './failures.ts';

const SHORT = 1500;
const LINE = 200;

const TOTALS =
  /\b\d+ (?:failed|failing|failures?|passed|passing|errors?|tests?)\b|^(?:# |ℹ )(?:tests|pass|fail)\b|^(?:Tests|Test Suites|Tests run|test result):/i;
const ERRORS = /^\s*(?:E\s{2,}\S|\w{0,80}(?:Error|Exception|Failure)\b.{0,500}:|panic:|thread '.{0,200}' panicked)/;

/** `mostLines`: how many of these lines are shown. */
export function digestOutput(output: string, mostLines: number): string {
  const text = output.trim();
  if (text.length <= SHORT) return text;
  const lines = text.split('\n');
  const telling = lines.filter((line) => failureIn(line) !== undefined || TOTALS.test(line) || ERRORS.test(line));
  if (telling.length === 0) return endOf(text);
  const rest = telling.length - mostLines;
  const shown = rest > 0 ? [...telling.slice(0, mostLines - 5), `[… ${rest} more …]`, ...telling.slice(-5)] : telling;
  return shown.map((line) => truncate(line.trimEnd(), LINE)).join('\n');
}

/** The end of the text, starting at a new line. */
function endOf(text: string): string {
  const end = text.slice(-SHORT);
  const start = end.indexOf('\n');
  return `[…]\n${start >= 0 ? end.slice(start + 1) : end}`;
}
