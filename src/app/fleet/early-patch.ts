/**
 * Runs git early: it looks while the model is being waited for, and makes the patch while the last turn ends, if only tools that finish
 * with their answer could have changed files.
 */

import type { Stamped } from '../../protocol/event.ts';
import { callsOf } from '../../protocol/message.ts';
import type { CallKind } from '../../protocol/view.ts';
import type { OpenJob } from './open-job.ts';

/** Kinds of calls that write nothing more once they have ended; a command may leave something running. */
const ENDS_WITH_ITS_ANSWER: ReadonlySet<CallKind | undefined> = new Set(['read', 'list', 'search', 'edit', 'ask']);

/** Follows the events of a run; `isWatched` is true if more than its calls may change files there. */
export function followForGit(open: OpenJob, isWatched: boolean, failed: () => void): (event: Stamped) => void {
  let maySettle = !isWatched;
  return (event) => {
    if (event.type === 'turn-start') setImmediate(() => void open.preparation.done().catch(failed)); // the request has been sent by then
    if (event.type === 'call-start') {
      maySettle &&= ENDS_WITH_ITS_ANSWER.has(event.view.kind);
      open.preparation.start.look?.outdate();
    }
    if (event.type !== 'message-end' || event.agent !== undefined || event.message.role !== 'assistant') return;
    if (maySettle && callsOf(event.message.content).length === 0) open.preparation.start.look?.begin();
  };
}
