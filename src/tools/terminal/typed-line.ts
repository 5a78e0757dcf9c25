/** What a model types at a shell's prompt, as the command line it will be: over several writes, as far as it can be read. */

import { stripAnsi } from '../../base/text/strip-ansi.ts';

export interface TypedLines {
  /** The line that `data` would run now; nothing if it runs none. */
  lineOf(id: string, data: string, row: string): string | undefined;
  typed(id: string, data: string): void;
}

/** Enter, and what shells also take for it: Ctrl+J and Ctrl+O. */
const ACCEPT = /[\r\n\x0f]/;
const LAST_ACCEPT = /^[\s\S]*[\r\n\x0f\x03\x15]/;
const CONTROL = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]/;

export function createTypedLines(): TypedLines {
  const begun = new Map<string, string>();
  return {
    lineOf(id, data, row) {
      if (!ACCEPT.test(data)) return undefined;
      const line = (begun.get(id) ?? '') + data.replace(/[\r\x0f]/g, '\n');
      const text = line.replace(/^[\s\S]*[\x03\x15]/, '');
      if (!CONTROL.test(text) && text.trim() !== '') return text.trim();
      // History, completion, moving about: what the row shows is judged, its prompt as an unknown program.
      const printable = stripAnsi(data).replace(/[\x00-\x1f\x7f]+/g, ' ');
      const shown = `${row}${printable}`.replaceAll('#', ' ').trim(); // a prompt is not a comment
      return shown === '' ? undefined : shown;
    },
    typed(id, data) {
      begun.set(id, ((begun.get(id) ?? '') + data).replace(LAST_ACCEPT, ''));
    },
  };
}
