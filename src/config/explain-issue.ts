/** Describes what is wrong with a setting and where: by name, so that it can be said in the person's language. */

import type { Issue } from '../base/schema.ts';
import type { Fault } from '../protocol/fault.ts';
import { fault } from '../words/fault.ts';
import { nearestKey } from './nearest-key.ts';
import { settingsSchema } from './settings.ts';

/** `place: key: problem`, with the nearest existing key for an unknown one; without a place, as for a value that is in no file, `key: problem`. */
export function explainIssue(issue: Issue, place?: (path: Issue['path']) => string): Fault {
  const { path, message, known, isMissing, expected, range } = issue;
  const at = [place?.(path), path.join('.')].filter(Boolean).join(': ');
  if (known) return explainUnknown(at, path, known);
  if (isMissing) return fault('settingIsMissing', at);
  if (range) return fault('settingRange', at, String(range.min), String(range.max));
  if (expected) {
    const { what, got } = expected;
    return fault('settingExpected', at, what.kind, what.text, got.kind, got.text);
  }
  return fault('settingWrong', at, message);
}

function explainUnknown(at: string, path: Issue['path'], known: readonly string[]): Fault {
  if (String(path.at(-1)).includes('.')) return fault('settingNested', at, nested(path));
  const near = nearestKey(path, settingsSchema.json);
  return near ? fault('settingNear', at, near) : fault('settingUnknown', at, known.join(', '));
}

/** `coder config` shows sections with dots; a file has objects in objects. */
function nested(path: Issue['path']): string {
  const names = String(path.at(-1)).split('.');
  return `${names.map((name) => `{ "${name}": `).join('')}…${' }'.repeat(names.length)}`;
}
