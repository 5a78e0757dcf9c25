/** Reads flags as a row defines them: which they are, and whether a value follows. */

import type { Kind, Reads } from '../../programs/program.ts';
import type { Word } from '../read/words.ts';

export interface Taken {
  flags: string[];
  kind?: Kind;
  /** Absent with a kind if the next word is the value. */
  value?: string;
}

export function takeFlag(row: Reads, text: string): Taken | undefined {
  if (text.startsWith('--')) return takeLongFlag(row, text.slice(2));
  if (row.numeric && /^-\d+$/.test(text)) return { flags: [] };
  if (row.separate && text.length > 2) return undefined;
  const flags: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const flag = text.charAt(at);
    const rest = text.slice(at + 1);
    flags.push(flag);
    const kind = row.shortValue?.[flag];
    if (kind) return rest === '' ? { flags, kind } : { flags, kind, value: rest };
    if (row.shortMaybe?.includes(flag)) return /^[\w%.]*$/.test(rest) ? { flags } : undefined;
    if (!row.short?.includes(flag)) return undefined;
  }
  return { flags };
}

function takeLongFlag(row: Reads, text: string): Taken | undefined {
  const at = text.indexOf('=');
  const flag = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? undefined : text.slice(at + 1);
  const flags = [flag];
  const maybe = row.longMaybe && Object.hasOwn(row.longMaybe, flag) ? row.longMaybe[flag] : undefined;
  if (maybe) return value === undefined ? { flags } : { flags, kind: maybe, value };
  if (value === undefined && row.long?.split(' ').includes(flag)) return { flags };
  const kind = row.longValue && Object.hasOwn(row.longValue, flag) ? row.longValue[flag] : undefined;
  return kind && { flags, kind, value };
}

/** `--include=*.ts`: whatever names the pattern matches, they begin with the same flag. */
export function isTextFlag(row: Reads, word: Word): boolean {
  const flag = /^--([\w-]+)=/.exec(word.lead)?.[1] ?? '';
  const kind = [row.longValue, row.longMaybe].map((flags) => (flags && Object.hasOwn(flags, flag) ? flags[flag] : ''));
  return word.kind === 'glob' && kind.some((one) => one === 'text' || one === 'filter');
}
