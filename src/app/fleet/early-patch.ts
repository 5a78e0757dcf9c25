/** Has git look while the model is waited for, and make the patch while the last turn ends, where nothing but tools that answer at once could have changed a file. */

import type { Stamped } from '../../protocol/event.ts';
import { callsOf } from '../../protocol/message.ts';
import type { CallKind } from '../../protocol/view.ts';
import type { OpenJob } from './open-job.ts';

/** When such a call has ended, it writes no more; a command may leave something running. */
const ENDS_WITH_ITS_ANSWER: ReadonlySet<CallKind | undefined> = new Set(['read', 'list', 'search', 'edit', 'ask']);

/** Follows the events of a run; `isWatched`: more than calls may change files there. */
export function followForGit(open: OpenJob, isWatched: boolean, failed: () => void): (event: Stamped) => void {
  let maySettle = !isWatched;
  return (event) => {
    if (event.type === 'turn-start') setImmediate(() => void open.prepared().catch(failed)); // the request is sent by then
    if (event.type === 'call-start') {
      maySettle &&= ENDS_WITH_ITS_ANSWER.has(event.view.kind);
      open.look?.outdate();
    }
    if (event.type !== 'message-end' || event.agent !== undefined || event.message.role !== 'assistant') return;
    if (maySettle && callsOf(event.message.content).length === 0) open.look?.begin();
  };
}
