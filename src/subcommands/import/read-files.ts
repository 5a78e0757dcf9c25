/** Reads other agents' files unchanged; one that does not parse is reported with the line. */

import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readableNames } from '../../base/files/folder.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { readToml } from '../../base/text/toml.ts';
import { parseJsonc, plainValue, positionOf } from '../../config/jsonc.ts';
import type { Fault } from '../../protocol/fault.ts';
import { why } from './why.ts';

const LONGEST = 4 * 1024 * 1024;

export type Values = Readonly<Record<string, unknown>>;

/** `undefined` if there is no such file, or it cannot be read. */
export function readText(path: string, problems: Fault[]): string | undefined {
  try {
    const found = readRegular(path, LONGEST);
    if (found === 'missing') return undefined;
    if (found !== 'no-file' && found.size <= LONGEST) return found.bytes.toString('utf8').replace(/^\uFEFF/, '');
    problems.push(why('fileUnreadable', path));
    return undefined;
  } catch (error) {
    if (!codeOf(error)) throw error;
    problems.push(why('fileUnreadableCode', path, String(codeOf(error))));
    return undefined;
  }
}

export function readSettings(path: string, problems: Fault[]): Values | undefined {
  const text = readText(path, problems);
  if (text === undefined || text.trim() === '') return undefined;
  if (path.endsWith('.toml')) {
    const read = readToml(text);
    if (read.ok) return read.values;
    problems.push(why('fileWrong', path, String(read.line), read.message));
    return undefined;
  }
  const parsed = parseJsonc(text);
  if (!parsed.ok) {
    problems.push(why('fileWrong', path, String(positionOf(text, parsed.offset).line), parsed.problem));
    return undefined;
  }
  const values = parsed.root ? plainValue(parsed.root) : {};
  if (isPlainObject(values)) return values;
  problems.push(why('fileWrong', path, '1', why('isNoObject')));
  return undefined;
}

export function filesIn(folder: string, ending: string): string[] {
  return readableNames(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(folder, name));
}

export const objectIn = (value: unknown): Values => (isPlainObject(value) ? value : {});
export const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
