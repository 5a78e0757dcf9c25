/** Lets a command ask the person to pick from a list or to confirm, and warn them. */

import { newId } from '../../base/ids.ts';
import type { PersonControl } from '../../protocol/command.ts';
import type { PickRequest } from '../../protocol/request.ts';
import type { Engine } from '../engine.ts';

export function personControl({ person, settings, words }: Engine, signal: AbortSignal): PersonControl {
  const { attended } = settings.approval;
  return {
    signal,
    async pick(title, options, selected) {
      if (!attended) return undefined;
      const from = selected === undefined ? {} : { selected };
      const answer = await person.ask({ kind: 'pick', id: newId('pick'), title, options, ...from }, signal);
      return answer.kind === 'pick' ? answer.picked : null;
    },
    async confirm(view, yes, no) {
      if (!attended) return true;
      if (view) person.emit({ type: 'notice', level: 'info', view });
      const request: PickRequest = {
        kind: 'pick',
        id: newId('pick'),
        title: words.commands.question(yes),
        options: [yes, no],
        isYesNo: true,
      };
      const answer = await person.ask(request, signal);
      return answer.kind === 'pick' && answer.picked === 0;
    },
    warn: (title) => person.emit({ type: 'notice', level: 'warn', view: { title } }),
  };
}
