/** What is known about the files a turn changed, from real exit codes only. Pure. */

import type { Check } from '../../protocol/turn.ts';
import { isDocument } from './edited-files.ts';

export type Freshness =
  | { kind: 'checked'; lines: string[] }
  | { kind: 'failed'; check: Check }
  | { kind: 'not-checked'; path: string };

/** `edited`: relative paths in the order of the edits. `undefined`: nothing was changed. */
export function freshnessOf(edited: readonly string[], checks: readonly Check[]): Freshness | undefined {
  const code = edited.flatMap((path, at) => (isDocument(path) ? [] : [{ path, at }]));
  const counting = code.length > 0 ? code : edited.map((path, at) => ({ path, at })); // prose makes no check stale
  const last = counting.at(-1);
  if (!last) return undefined;

  const fresh = new Map(checks.filter(({ afterEdits }) => afterEdits > last.at).map((check) => [check.line, check]));
  const failed = [...fresh.values()].find(({ exitCode }) => exitCode !== 0);
  if (failed) return { kind: 'failed', check: failed };
  if (fresh.size > 0) return { kind: 'checked', lines: [...fresh.keys()] };
  const covered = Math.max(0, ...checks.map(({ afterEdits }) => afterEdits));
  const first = counting.find(({ at }) => at >= covered) ?? last;
  return { kind: 'not-checked', path: first.path };
}
