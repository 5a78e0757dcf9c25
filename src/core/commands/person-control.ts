/** What a command may say to the person and ask: to pick one of several, or yes or no. */

import { newId } from '../../base/ids.ts';
import type { PersonControl } from '../../protocol/command.ts';
import type { Services } from '../services.ts';

export function personControl({ approval, ask, emit }: Services, signal: AbortSignal): PersonControl {
  return {
    async pick(title, options) {
      if (!approval.attended) return undefined;
      const answer = await ask({ kind: 'pick', id: newId('pick'), title, options }, signal);
      return answer.kind === 'pick' ? (answer.picked ?? undefined) : undefined;
    },
    async confirm(view, yes, no) {
      if (!approval.attended) return true;
      if (view) emit({ type: 'notice', level: 'info', view });
      const options = [yes, no];
      const answer = await ask({ kind: 'pick', id: newId('pick'), title: `${yes}?`, options, isYesNo: true }, signal);
      return answer.kind === 'pick' && answer.picked === 0;
    },
    warn: (title) => emit({ type: 'notice', level: 'warn', view: { title } }),
  };
}
