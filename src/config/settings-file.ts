/** One settings file: read, parsed, checked against the schema; what is wrong is said with file, line and key. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { codeOf, CoderError, messageOf } from '../base/errors.ts';
import { offsetOf, parseJsonc, plainValue, positionOf } from '../base/jsonc.ts';
import type { Issue } from '../base/schema.ts';
import { isPlainObject, parse } from '../base/schema.ts';
import { nearestKey } from './nearest-key.ts';
import { settingsSchema } from './settings.ts';

export interface SettingsFile {
  /** The path as messages show it. */
  shown: string;
  values: Record<string, unknown>;
  /** `.coder/config.json:7:5`: where a key stands. */
  place(path: readonly (string | number)[]): string;
}

const MAX_BYTES = 1024 * 1024;

/** Nothing where there is no such file; `CoderError('config')` where it cannot be read or holds something wrong. */
export function readSettingsFile(file: string, shown: string): SettingsFile | undefined {
  const text = readText(file, shown);
  return text === undefined ? undefined : parseSettings(text, shown);
}

export function parseSettings(text: string, shown: string): SettingsFile {
  const parsed = parseJsonc(text);
  const placeAt = (offset: number) => {
    const { line, column } = positionOf(text, offset);
    return `${shown}:${line}:${column}`;
  };
  if (!parsed.ok) throw new CoderError('config', `${placeAt(parsed.offset)}: ${parsed.message}`);
  if (!parsed.root) return { shown, values: {}, place: () => shown };
  const { root } = parsed;
  const values = plainValue(root);
  const place = (path: readonly (string | number)[]) => placeAt(offsetOf(root, path));
  const checked = parse(settingsSchema, values);
  if (!checked.ok || !isPlainObject(values)) {
    const issues = checked.ok ? [] : checked.issues;
    throw new CoderError('config', issues.map((issue) => explainIssue(issue, place)).join('\n'));
  }
  return { shown, values, place };
}

/** `place: key: what is wrong`, with the nearest key that exists where one is not known. */
function explainIssue({ path, message, unknownKey }: Issue, place: SettingsFile['place']): string {
  const where = place(path);
  if (path.length === 0) return `${where}: ${message}`;
  const near = unknownKey ? nearestKey(path, settingsSchema.json) : undefined;
  return `${where}: ${path.join('.')}: ${near ? `unknown key; did you mean ${near}?` : message}`;
}

/** A file that a repository ships may be anything: only a regular file of a sane size is read. */
function readText(file: string, shown: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new CoderError('config', `${shown}: cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new CoderError('config', `${shown}: is not a regular file`);
    if (stats.size > MAX_BYTES) throw new CoderError('config', `${shown}: is larger than 1 MiB`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}
