/** One settings file: read, parsed, checked against the schema; what is wrong is said with file, line and key. */

import { CoderError, messageOf } from '../base/errors.ts';
import { type RegularFile, readRegular } from '../base/files/regular-file.ts';
import { type Issue, isPlainObject, parse } from '../base/schema.ts';
import { fault, faultError } from '../words/fault.ts';
import { offsetOf, parseJsonc, plainValue, positionOf } from './jsonc.ts';
import { nearestKey } from './nearest-key.ts';
import { settingsSchema } from './settings.ts';

export interface SettingsFile {
  /** The path as messages show it. */
  shown: string;
  values: Record<string, unknown>;
  /** What it was read from. */
  bytes: Buffer;
  /** `.coder/config.json:7:5`: where a key is. */
  place(path: readonly (string | number)[]): string;
}

const MAX_BYTES = 1024 * 1024;

/** Nothing if there is no such file; `CoderError('config')` if it cannot be read or holds something wrong. */
export function readSettingsFile(file: string, shown: string): SettingsFile | undefined {
  const bytes = readBytes(file, shown);
  return bytes && parseSettings(bytes.toString('utf8'), shown, bytes);
}

export function parseSettings(text: string, shown: string, bytes: Buffer = Buffer.from(text)): SettingsFile {
  const parsed = parseJsonc(text);
  const placeAt = (offset: number) => {
    const { line, column } = positionOf(text, offset);
    return `${shown}:${line}:${column}`;
  };
  if (!parsed.ok) throw new CoderError('config', `${placeAt(parsed.offset)}: ${parsed.message}`);
  if (!parsed.root) return { shown, values: {}, bytes, place: () => shown };
  const { root } = parsed;
  const values = plainValue(root);
  const place = (path: readonly (string | number)[]) => placeAt(offsetOf(root, path));
  const checked = parse(settingsSchema, values);
  if (!checked.ok || !isPlainObject(values)) {
    const issues = checked.ok ? [] : checked.issues;
    throw new CoderError('config', issues.map((issue) => explainIssue(issue, place)).join('\n'));
  }
  return { shown, values, bytes, place };
}

/** `place: key: what is wrong`, with the nearest existing key for an unknown one. */
function explainIssue({ path, message, unknownKey }: Issue, place: SettingsFile['place']): string {
  const where = place(path);
  if (path.length === 0) return `${where}: ${message}`;
  const key = path.join('.');
  if (unknownKey && String(path.at(-1)).includes('.')) return `${where}: ${key}: unknown key; ${nested(path)}`;
  const near = unknownKey ? nearestKey(path, settingsSchema.json) : undefined;
  return `${where}: ${key}: ${near ? `unknown key; did you mean ${near}?` : message}`;
}

/** `coder config` shows sections with dots; a file has objects in objects. */
function nested(path: Issue['path']): string {
  const names = String(path.at(-1)).split('.');
  return `write it as ${names.map((name) => `{ "${name}": `).join('')}…${' }'.repeat(names.length)}`;
}

function readBytes(file: string, shown: string): Buffer | undefined {
  let found: RegularFile | 'missing' | 'no-file';
  try {
    found = readRegular(file, MAX_BYTES);
  } catch (error) {
    throw faultError('config', fault('settingsUnreadable', shown, messageOf(error)), { cause: error });
  }
  if (found === 'missing') return undefined;
  if (found === 'no-file') throw faultError('config', fault('settingsNoFile', shown));
  if (found.size > MAX_BYTES) throw faultError('config', fault('settingsTooLarge', shown));
  return found.bytes;
}
