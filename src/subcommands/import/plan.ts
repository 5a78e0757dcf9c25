/** Plans what an import would write. Existing settings stay, and of two conflicting values the first counts. Pure. */

import { isPlainObject, parse } from '../../base/schema.ts';
import { sortedKeys } from '../../base/sorted-keys.ts';
import { settingsSchema } from '../../config/settings.ts';
import type { Fault } from '../../protocol/fault.ts';
import { issueFault } from '../../words/issue-fault.ts';
import type { FoundKey } from './found-key.ts';
import type { Values } from './read-files.ts';
import { why } from './why.ts';

export interface PlannedKey extends FoundKey {
  /** `taken` if imported under the same name, `mapped` if under another. */
  state: 'taken' | 'mapped' | 'already' | 'left';
}

/** `now` is the content of the user's own settings file. */
export function planImport(found: readonly FoundKey[], now: Values): PlannedKey[] {
  let after = now;
  return found.map((key): PlannedKey => {
    const { to, why: note } = key;
    if (to === undefined) return { ...key, state: 'left' };
    const value = key.value;
    const issue = issueOf(to, value);
    if (issue !== undefined) return left(key, issue);
    const { found: before, isBlocked } = valueAt(after, to);
    if (isBlocked) return left(key, why('plainValueThere', dotted(to)));
    if (before === undefined) return planned(key, value);
    if (Array.isArray(before) && Array.isArray(value)) {
      const missing = value.filter((each) => !before.includes(each));
      if (missing.length > 0) return planned(key, [...before, ...missing]);
    } else if (canonical(before) !== canonical(value)) return left(key, why('otherValueThere', dotted(to)));
    return { ...withoutValue(key), ...(note !== undefined && { why: note }), state: 'already' };
  });

  function planned(key: FoundKey, value: unknown): PlannedKey {
    const { to = [] } = key;
    after = withValue(after, to, value);
    return { ...key, value, state: dotted(to) === key.key ? 'taken' : 'mapped' };
  }
}

export function dotted(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.');
}

function left(key: FoundKey, because: Fault): PlannedKey {
  const { file, key: name } = key;
  return { file, key: name, why: because, state: 'left' };
}

function withoutValue({ file, key, to }: FoundKey): FoundKey {
  return { file, key, ...(to && { to }) };
}

/** Why coder's settings would reject the value; `undefined` if they accept it. */
function issueOf(to: readonly string[], value: unknown): Fault | undefined {
  const read = parse(settingsSchema, withValue({}, to, value));
  const [issue] = read.ok ? [] : read.issues;
  return issue && why('notAccepted', issueFault(issue));
}

function valueAt(values: unknown, path: readonly string[]): { found?: unknown; isBlocked: boolean } {
  let part: unknown = values;
  for (const name of path) {
    if (part === undefined) return { isBlocked: false };
    if (!isPlainObject(part)) return { isBlocked: true };
    part = Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return { found: part, isBlocked: false };
}

function withValue(values: Values, [first = '', ...rest]: readonly string[], value: unknown): Values {
  const inner = isPlainObject(values[first]) ? values[first] : {};
  return { ...values, [first]: rest.length === 0 ? value : withValue(inner, rest, value) };
}

/** Ignores the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(sortedKeys(value));
}
