/** What a program prints before it ends: results on standard output, messages about them on standard error. */

import { visibleText } from '../base/text/visible.ts';

/** Returns the exit code. */
export function print(text: string, code = 0): number {
  if (text !== '') process.stdout.write(`${text}\n`);
  return code;
}

/** Resolves once everything is written, for a result that may be long. */
export function printAll(text: string): Promise<void> {
  return new Promise((done) => process.stdout.write(text, () => done()));
}

/** A line of coder's own on standard error. Messages may quote files and names, so their control characters are made visible. */
export function messageLine(text: string): string {
  return `coder: ${visibleText(text)}\n`;
}

export function tell(text: string): void {
  process.stderr.write(messageLine(text));
}

/** Returns the exit code. */
export function fail(text: string, code: number): number {
  tell(text);
  return code;
}

/** Explains a command line, below the problem with the one that was typed. Returns the exit code. */
export function failUsage(usage: string, problem = ''): number {
  if (problem !== '') return fail(`${problem}\n${usage}`, 2);
  process.stderr.write(`${usage}\n`); // it names coder itself
  return 2;
}
