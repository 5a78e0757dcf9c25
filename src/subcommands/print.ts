/** What a subcommand prints before it ends; both return the exit code. */

import { visibleText } from '../base/text/visible.ts';

export function print(text: string, code = 0): number {
  if (text !== '') process.stdout.write(`${text}\n`);
  return code;
}

/** Errors may quote files and names, so their control characters are made visible. */
export function fail(text: string, code: number): number {
  process.stderr.write(`coder: ${visibleText(text)}\n`);
  return code;
}
