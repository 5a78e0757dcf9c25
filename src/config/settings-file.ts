/** Reads, parses and checks one settings file against the schema; mistakes are reported with file, line and key. */

import { type CoderError, messageOf } from '../base/errors.ts';
import { type RegularFile, readRegular } from '../base/files/regular-file.ts';
import { isPlainObject, parse } from '../base/schema.ts';
import { type Fault, faultLines } from '../protocol/fault.ts';
import { fault, faultError, faultWith } from '../words/fault.ts';
import { explainIssue } from './explain-issue.ts';
import { type PositionOf, placedJson } from './placed-json.ts';
import { settingsSchema } from './settings.ts';

export interface SettingsFile {
  /** The path as messages show it. */
  shown: string;
  values: Record<string, unknown>;
  /** The bytes the values were read from. */
  bytes: Buffer;
  place: PositionOf;
}

/** A longer file is not read. */
export const MOST_BYTES = 1024 * 1024;

/** `undefined` if there is no such file. Throws `CoderError('config')` if it cannot be read or has a mistake. */
export function readSettingsFile(file: string, shown: string): SettingsFile | undefined {
  const bytes = readBytes(file, shown);
  return bytes && parseSettings(bytes.toString('utf8'), shown, bytes);
}

export function parseSettings(text: string, shown: string, bytes: Buffer = Buffer.from(text)): SettingsFile {
  const { values, place, mistakes } = checkSettings(text, shown);
  if (mistakes.length > 0 || !isPlainObject(values)) throw mistakesError(mistakes);
  return { shown, values, bytes, place };
}

interface Mistake {
  /** Dotted; empty for the file as a whole. */
  key: string;
  fault: Fault;
}

/** The mistakes in a settings file. Throws `CoderError('config')` if the text is not JSON. */
export function checkSettings(text: string, shown: string): ReturnType<typeof readJson> & { mistakes: Mistake[] } {
  const { values, place } = readJson(text, shown);
  const checked = parse(settingsSchema, values);
  const issues = checked.ok ? [] : checked.issues;
  const mistakes = issues.map((issue) => ({ key: issue.path.join('.'), fault: explainIssue(issue, place) }));
  return { values, place, mistakes };
}

export function mistakesError(mistakes: readonly Mistake[]): CoderError {
  return faultError('config', faultLines(mistakes.map((mistake) => mistake.fault)));
}

/** Throws `CoderError('config')` if the text is not JSON. */
export function readJson(text: string, shown: string): { values: unknown; place: PositionOf } {
  const read = placedJson(text, shown);
  if (!read.ok) throw faultError('config', faultWith('placed', read.at, read.problem));
  return read;
}

export function readBytes(file: string, shown: string): Buffer | undefined {
  let found: RegularFile | 'missing' | 'no-file';
  try {
    found = readRegular(file, MOST_BYTES);
  } catch (error) {
    throw faultError('config', fault('settingsUnreadable', shown, messageOf(error)), { cause: error });
  }
  if (found === 'missing') return undefined;
  if (found === 'no-file') throw faultError('config', fault('settingsNoFile', shown));
  if (found.size > MOST_BYTES) throw faultError('config', fault('settingsTooLarge', shown));
  return found.bytes;
}
