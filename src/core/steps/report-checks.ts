/** One line at the end of a turn that changed files: what is known about them, from real exit codes. */

import type { TurnState } from '../../protocol/turn.ts';
import { noticesIn } from '../notices/notices.ts';
import type { Services } from '../services.ts';
import { tell } from '../tell.ts';
import { relativePaths } from '../verify/edited-files.ts';
import { freshnessOf } from '../verify/freshness.ts';

export async function reportChecks(state: TurnState, services: Services): Promise<void> {
  const freshness = freshnessOf(relativePaths(state.edited, services.cwd), state.checks);
  const { checked, failed, notChecked } = noticesIn(services.lang);
  switch (freshness?.kind) {
    case 'checked':
      return tell(state, 'info', checked(freshness.lines), services);
    case 'failed': {
      const { line, exitCode, asBefore } = freshness.check;
      return tell(state, 'warn', failed(line, exitCode, asBefore === true), services);
    }
    case 'not-checked':
      return tell(state, 'warn', notChecked(freshness.path), services);
    case undefined:
  }
}
