/** Asks whether to leave although programs are still running, which would end with coder. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import { isLeaving, isLeavingWord } from '../../../protocol/input.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { Theme } from '../screen/theme.ts';
import type { Dialog } from './dialog.ts';
import { yesNoDialog } from './yes-no.ts';

/** Ends with 0 for yes. Typing `/exit` again means yes. */
export function leaveDialog(programs: readonly string[], drawing: { theme: Theme; messages: ScreenWords }): Dialog {
  const { messages } = drawing;
  return yesNoDialog(
    {
      title: messages.leaveRunning(programs.length, programs.map(cleanLine).join('; ')),
      options: [messages.leaveAnyway, messages.stay],
      answered: (index) => ({ type: 'done', value: index, lines: [] }),
      escape: () => ({ type: 'done', value: undefined, lines: [] }),
      isLive: true,
      meansYes: (text) => isLeaving(text) || isLeavingWord(text),
    },
    drawing,
  );
}
