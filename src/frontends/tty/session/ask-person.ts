/** Asks questions of the front end itself, such as those of a login, in the conversation's dialogue box. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { DialogBox } from '../dialogs/dialog-box.ts';
import { ownLine, ownPicker } from '../dialogs/picker.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';

/** Questions resolve to `undefined` if the person gave up. */
export interface PersonAsked {
  pick(title: string, options: readonly string[], selected?: number): Promise<number | undefined>;
  line(title: string): Promise<string | undefined>;
  secret(title: string): Promise<string | undefined>;
  tell(text: string): void;
  busy(text: string): void;
}

interface AskPorts {
  box: Pick<DialogBox, 'ask'>;
  theme: Theme;
  messages: ScreenWords;
  show(lines: readonly Line[]): void;
  columns(): number;
  changed(): void;
}

export function createPersonAsked({ box, theme, messages, show, columns, changed }: AskPorts): PersonAsked {
  const drawing = { theme, messages };
  return {
    async pick(title, options, selected) {
      const value = await ask(ownPicker({ title, options, ...(selected !== undefined && { selected }) }, drawing));
      return typeof value === 'number' ? value : undefined;
    },
    line: (title) => line(title, false),
    secret: (title) => line(title, true),
    tell: (text) => say(text, theme.notice),
    busy: (text) => say(`${text} …`, theme.secondary),
  };

  async function line(title: string, isHidden: boolean): Promise<string | undefined> {
    const value = await ask(ownLine({ title, isHidden }, drawing));
    return typeof value === 'string' ? value : undefined;
  }

  function ask(dialog: Parameters<DialogBox['ask']>[0]): Promise<string | number | undefined> {
    const asked = box.ask(dialog);
    changed();
    return asked;
  }

  function say(text: string, sgr: string): void {
    show(wrapSaid([span(cleanLine(text), sgr)], columns()));
    changed();
  }
}
