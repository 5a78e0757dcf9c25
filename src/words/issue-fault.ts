/** What is wrong with a value that was checked against a schema: by name, so that it can be said in the person's language. */

import type { Issue } from '../base/schema.ts';
import type { Fault } from '../protocol/fault.ts';
import { fault, faultWith, inTheirWords } from './fault.ts';

/** Without the place. */
export function issueFault({ message, known, isMissing, expected, range, says }: Issue): Fault {
  if (known) return fault('settingUnknown', known.join(', '));
  if (isMissing) return fault('settingIsMissing');
  if (range) return fault('settingRange', String(range.min), String(range.max));
  if (expected) {
    const { what, got } = expected;
    return fault('settingExpected', what.kind, what.text, got.kind, got.text);
  }
  return faultWith('settingWrong', { text: message, says: says ? [says] : [] });
}

/** All issues in one line, each with its key. */
export function issuesFault(issues: readonly Issue[]): Fault {
  const [first = inTheirWords(''), ...more] = issues.map(atKey);
  return more.reduce((before, next) => faultWith('andAlso', before, next), first);
}

function atKey(issue: Issue): Fault {
  const key = issue.path.join('.');
  return key === '' ? issueFault(issue) : faultWith('placed', key, issueFault(issue));
}
