/** Describes what is wrong with a setting and where: by name, so that it can be said in the person's language. */

import type { Issue } from '../base/schema.ts';
import type { Fault } from '../protocol/fault.ts';
import { fault, faultWith } from '../words/fault.ts';
import { issueFault } from '../words/issue-fault.ts';
import { nearestKey } from './nearest-key.ts';
import { settingsSchema } from './settings.ts';

/** `place: key: problem`, with the nearest existing key for an unknown one; without a place, as for a value that is in no file, `key: problem`. */
export function explainIssue(issue: Issue, place?: (path: Issue['path']) => string | Fault): Fault {
  const at = keyAt(place?.(issue.path), issue.path.join('.'));
  return faultWith('placed', at, issue.known ? unknownKey(issue) : issueFault(issue));
}

function unknownKey(issue: Issue): Fault {
  const { path } = issue;
  if (String(path.at(-1)).includes('.')) return fault('settingNested', nested(path));
  const near = nearestKey(path, settingsSchema.json());
  return near ? fault('settingNear', near) : issueFault(issue);
}

/** Either may be missing. */
export function keyAt(place: string | Fault | undefined, key: string): string | Fault {
  if (place === undefined || place === '') return key;
  if (key === '') return place;
  return typeof place === 'string' ? `${place}: ${key}` : faultWith('placed', place, key);
}

/** `coder config` shows sections with dots; a file has objects in objects. */
function nested(path: Issue['path']): string {
  const names = String(path.at(-1)).split('.');
  return `${names.map((name) => `{ "${name}": `).join('')}…${' }'.repeat(names.length)}`;
}
