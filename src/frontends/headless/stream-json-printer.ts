/** Prints one event per line, as it happens. */

import { jsonLine, jsonText } from './json-text.ts';
import type { Printer, WritePieces } from './printer.ts';

export function createStreamJsonPrinter(stdout: WritePieces): Printer {
  return {
    event: (event) => stdout(event.type === 'message-end' ? jsonLine(event) : `${jsonText(event)}\n`),
    end() {},
  };
}
