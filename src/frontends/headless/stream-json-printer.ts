/** One event a line, as it happens. */

import { jsonText } from './json-text.ts';
import type { Printer, Write } from './printer.ts';

export function createStreamJsonPrinter(stdout: Write): Printer {
  return { event: (event) => stdout(`${jsonText(event)}\n`), end() {} };
}
