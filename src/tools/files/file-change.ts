/** The change to one file: its diff for the model and the person, and the title it is shown under. */

import { shownText } from '../../base/files/text-file.ts';
import { type UnifiedDiff, unifiedDiff } from '../../base/text/unified-diff.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { View } from '../../protocol/view.ts';

/** Longer diffs are cut in results: the model wrote the change, and the person has seen it or has the file. */
const MAX_DIFF_LENGTH = 32 * 1024;

/** The operation of a new file, in the results of all tools. */
const CREATED = 'created';

export async function describeChange(
  path: Parameters<typeof unifiedDiff>[0],
  before: string | null,
  after: string | null,
): Promise<UnifiedDiff> {
  return unifiedDiff(path, before && shownText(before), after && shownText(after));
}

/** For a result; a person who is asked to approve a change sees all of it. */
export function inResult<Change extends UnifiedDiff>(change: Change): Change {
  return { ...change, diff: cutDiff(change.diff) };
}

export function changeView(what: string, { diff, additions, deletions }: UnifiedDiff, isNew: boolean): View {
  const title = `${what} +${additions} -${deletions}`;
  const change = { what, isNew, added: additions, removed: deletions };
  return diff === '' ? { title, change } : { title, body: [{ type: 'diff', diff }], change };
}

/** Several files as one change. */
export function changesView(what: string, files: readonly (UnifiedDiff & { operation: string })[]): View {
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
  const diff = files.map((file) => file.diff).join('');
  const isNew = files.length > 0 && files.every(({ operation }) => operation === CREATED);
  return changeView(what, { diff, additions: sum('additions'), deletions: sum('deletions') }, isNew);
}

/** Before it ran, the path; after, what became of it. */
export function outcomeView(path: string, outcome?: Outcome): View {
  if (!outcome) return { title: path };
  if (outcome.status !== 'ok') return { title: path, body: [{ type: 'text', text: outcome.error }] };
  const { operation, additions, deletions, diff } = outcome.result;
  if (typeof additions !== 'number' || typeof deletions !== 'number') return { title: path };
  return changeView(path, { additions, deletions, diff: typeof diff === 'string' ? diff : '' }, operation === CREATED);
}

function cutDiff(diff: string): string {
  if (diff.length <= MAX_DIFF_LENGTH) return diff;
  const end = diff.lastIndexOf('\n', MAX_DIFF_LENGTH);
  const kept = diff.slice(0, end > 0 ? end + 1 : MAX_DIFF_LENGTH).toWellFormed();
  const left = diff.slice(kept.length).split('\n').length - 1;
  return `${kept}${kept.endsWith('\n') ? '' : '\n'}\\ ${left} more lines of this diff are not shown\n`;
}
