/** What is known about the files a turn changed, in a form for programs. Pure. */

import type { TurnChecks } from '../../protocol/event.ts';
import type { Verification } from '../turn-state.ts';
import { relativeChanges } from './edited-files.ts';
import { freshnessOf } from './freshness.ts';

export function turnChecks({ changes, checks }: Verification, cwd: string): TurnChecks | undefined {
  const fresh = freshnessOf(relativeChanges(changes, cwd), checks);
  switch (fresh?.kind) {
    case 'checked':
      return { state: 'checked', commands: fresh.lines.map((line) => ({ line, exit_code: 0 })) };
    case 'failed':
      return { state: 'failed', commands: [{ line: fresh.check.line, exit_code: fresh.check.exitCode }] };
    case 'not-checked': {
      const { since } = fresh;
      return { state: 'not-checked', commands: [], since: since.kind === 'file' ? since.path : since.line };
    }
    case undefined:
      return undefined;
  }
}
