/** Reconstructs the command line a shell may make of what a model types, over several writes, to the extent that it can be read. */

import { stripAnsi } from '../../base/text/strip-ansi.ts';

export interface TypedLines {
  /** The line that `data` may make a shell run; `undefined` if none. */
  lineOf(id: string, data: string, reader: Reader): string | undefined;
  typed(id: string, data: string): void;
}

/** The program that reads what is typed. */
interface Reader {
  /** A shell at its prompt, or a program with a shell behind it that reads the rest. */
  kind: 'prompt' | 'program';
  /** True if the program takes each line whole and leaves nothing of it. */
  takesLines: boolean;
  /** The screen row with the cursor. */
  row: string;
}

/** Enter, and its equivalents in shells: Ctrl+J and Ctrl+O. */
const ACCEPT = /[\r\n\x0f]/;
const LAST_ACCEPT = /^[\s\S]*[\r\n\x0f\x03\x15]/;
const CONTROL = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]/;
/** Keys that run nothing on their own: Ctrl+C, Ctrl+D, Ctrl+L and Ctrl+U; in a program also Ctrl+Z and Ctrl+\. */
const ONLY_ENDS = { prompt: /^[\x03\x04\x0c\x15]+$/, program: /^[\x03\x04\x0c\x15\x1a\x1c]+$/ };
const LONGEST_KEY = 8;

export function createTypedLines(): TypedLines {
  const begun = new Map<string, string>();
  return {
    lineOf(id, data, { kind, takesLines, row }) {
      if (ONLY_ENDS[kind].test(data) || (!ACCEPT.test(data) && !CONTROL.test(data))) return undefined;
      const whole = (begun.get(id) ?? '') + data;
      if (kind === 'program') {
        const isOneLine = /^[^\x00-\x09\x0b\x0c\x0e-\x1f\x7f\r\n]*[\r\n]$/.test(whole);
        if ((isOneLine && takesLines) || isOneKey(data)) return undefined;
        return asLine(whole);
      }
      const line = asLine(whole.replace(/^[\s\S]*[\x03\x15]/, ''));
      if (!CONTROL.test(line) && line.trim() !== '') return line;
      // History, completion or cursor movement: the row is judged together with the keys, which always require asking.
      const shown = asLine(`${row}${data}`).replaceAll('#', ' '); // a prompt is not a comment
      return shown === '' ? undefined : shown;
    },
    typed(id, data) {
      begun.set(id, ((begun.get(id) ?? '') + data).replace(LAST_ACCEPT, ''));
    },
  };
}

function isOneKey(data: string): boolean {
  return !ACCEPT.test(data) && data.length <= LONGEST_KEY && stripAnsi(data).length <= 1;
}

function asLine(data: string): string {
  return data
    .replace(/[\r\x0f]/g, '\n')
    .replace(/^[ \n]+/, '')
    .replace(/(?<![ \n])[ \n]+$/, '');
}
