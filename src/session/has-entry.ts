/** Searches a session's log for an entry, without opening the session. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import type { Entry } from '../protocol/session.ts';
import { fromLine } from './entry.ts';

/** `text` must occur in the line of the entry. False if the log does not exist. */
export function hasEntry(folder: string, session: string, text: string, isIt: (entry: Entry) => boolean): boolean {
  let log: string;
  try {
    log = readFileSync(join(folder, `${session}.jsonl`), 'utf8');
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
  for (let at = log.indexOf(text); at >= 0; at = log.indexOf(text, at + 1)) {
    const end = log.indexOf('\n', at);
    const entry = fromLine(log.slice(log.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end));
    if (entry && isIt(entry)) return true;
  }
  return false;
}
