/** Lets a command ask the person to pick from a list or to confirm, and warn them. */

import { newId } from '../../base/ids.ts';
import { askYesNo } from '../../protocol/ask-yes-no.ts';
import type { PersonControl } from '../../protocol/command.ts';
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
      return (await askYesNo(person, words.commands.question(yes), [yes, no], signal)) === 'yes';
    },
    warn: (title) => person.emit({ type: 'notice', level: 'warn', view: { title } }),
  };
}
