/** Tells what is known about the files a turn changed, from real exit codes only. Pure. */

import type { Change, Check } from '../turn-state.ts';
import { isProse } from './edited-files.ts';

export type Freshness =
  | { kind: 'checked'; lines: string[] }
  | { kind: 'failed'; check: Check }
  | { kind: 'not-checked'; since: Change };

/** `changes` are in order, with relative paths. `undefined` if no tool changed a file. */
export function freshnessOf(changes: readonly Change[], checks: readonly Check[]): Freshness | undefined {
  if (!changes.some(({ kind }) => kind === 'file')) return undefined;
  const all = changes.map((change, at) => ({ change, at }));
  const code = all.filter(({ change }) => !isProse(change));
  const counting = code.length > 0 ? code : all; // changes to prose do not make a check stale
  const last = counting.at(-1);
  if (!last) return undefined;

  const fresh = new Map(
    checks.filter(({ afterChanges }) => afterChanges > last.at).map((check) => [check.line, check]),
  );
  const failed = [...fresh.values()].find(({ exitCode }) => exitCode !== 0);
  if (failed) return { kind: 'failed', check: failed };
  if (fresh.size > 0) return { kind: 'checked', lines: [...fresh.keys()] };
  const covered = Math.max(0, ...checks.map(({ afterChanges }) => afterChanges));
  const first = counting.find(({ at }) => at >= covered) ?? last;
  return { kind: 'not-checked', since: first.change };
}
