/** One event a line, as it happens. */

import type { Printer, Write } from './printer.ts';

export function createStreamJsonPrinter(stdout: Write): Printer {
  return { event: (event) => stdout(`${JSON.stringify(event)}\n`), end() {} };
}
