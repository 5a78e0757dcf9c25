/** What a command may ask the person: to pick one of several, or yes or no. */

import { newId } from '../../base/ids.ts';
import type { CommandContext } from '../../protocol/command.ts';
import type { Services } from '../services.ts';

type Questions = Pick<CommandContext, 'pick' | 'confirm'>;

export function commandQuestions({ approval, ask, emit }: Services, signal: AbortSignal): Questions {
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
  };
}
