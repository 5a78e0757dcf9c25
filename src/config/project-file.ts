/** Reads a project's settings file. Mistakes in it are reported and left out, because a project must not prevent coder from starting. */

import { type Issue, isPlainObject, parse } from '../base/schema.ts';
import { cutShort } from '../base/text/truncate.ts';
import type { Fault } from '../protocol/fault.ts';
import { fault, faultOf, faultsOf } from '../words/fault.ts';
import { explainIssue } from './explain-issue.ts';
import { settingsSchema } from './settings.ts';
import { readBytes, readJson, type SettingsFile } from './settings-file.ts';

export interface ProjectFile {
  /** The file without its mistakes; absent if there is no file, or nothing usable in it. */
  file?: SettingsFile;
  notices: Fault[];
}

/** With more mistakes than this, the file is left out as a whole. */
const MAX_WRONG = 5;
const MAX_KEY = 80;

export function readProjectFile(path: string, shown: string): ProjectFile {
  try {
    const bytes = readBytes(path, shown);
    if (!bytes) return { notices: [] };
    const { values, place } = readJson(bytes.toString('utf8'), shown);
    const notices = takeOutWrong(values, place);
    if (notices.length > MAX_WRONG || !isPlainObject(values)) {
      return { notices: [...notices.slice(0, MAX_WRONG), fault('fileLeftOut', shown)] };
    }
    return {
      file: { shown, values, bytes, place },
      notices: notices.map((notice) => faultsOf(notice, fault('settingLeftOut'))),
    };
  } catch (error) {
    return { notices: [faultOf(error), fault('fileLeftOut', shown)] };
  }
}

/** Removes wrong values one by one until the rest is right, or until there are too many. */
function takeOutWrong(values: unknown, place: SettingsFile['place']): Fault[] {
  const notices: Fault[] = [];
  for (;;) {
    const checked = parse(settingsSchema, values);
    const [issue] = checked.ok ? [] : checked.issues;
    if (!issue || notices.length > MAX_WRONG) return notices;
    notices.push(explainIssue({ ...issue, path: issue.path.map(shortened) }, () => place(issue.path)));
    if (!takeOut(values, issue.path)) return notices;
  }
}

/** Removes the value at the path; if that value is missing, the part that lacks it. */
function takeOut(values: unknown, path: Issue['path']): boolean {
  for (let length = path.length; length > 0; length--) {
    const [within, key = ''] = [at(values, path.slice(0, length - 1)), path[length - 1]];
    if (Array.isArray(within)) return within.splice(Number(key), 1).length > 0;
    if (isPlainObject(within) && Object.hasOwn(within, key)) return delete within[key];
  }
  return false;
}

function at(values: unknown, path: Issue['path']): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, values);
}

function shortened(key: string | number): string | number {
  return typeof key === 'string' ? cutShort(key, MAX_KEY) : key;
}
