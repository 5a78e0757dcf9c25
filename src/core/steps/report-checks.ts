/** One line at the end of a turn that changed files: what is known about them, from real exit codes. */

import { truncate } from '../../base/text/truncate.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { noticesIn } from '../notices/notices.ts';
import type { Services } from '../services.ts';
import { tell } from '../tell.ts';
import { relativeChanges } from '../verify/edited-files.ts';
import { freshnessOf } from '../verify/freshness.ts';

const SHOWN = 80;

export async function reportChecks(state: TurnState, services: Services): Promise<void> {
  const freshness = freshnessOf(relativeChanges(state.changes, services.cwd), state.checks);
  const { checked, failed, notChecked, notCheckedAfter } = noticesIn(services.lang);
  switch (freshness?.kind) {
    case 'checked':
      return tell(state, 'info', checked(freshness.lines), services);
    case 'failed': {
      const { line, exitCode, asBefore } = freshness.check;
      return tell(state, 'warn', failed(line, exitCode, asBefore === true), services);
    }
    case 'not-checked': {
      const { since } = freshness;
      return tell(
        state,
        'warn',
        since.kind === 'file' ? notChecked(since.path) : notCheckedAfter(truncate(since.line, SHOWN)),
        services,
      );
    }
    case undefined:
  }
}
