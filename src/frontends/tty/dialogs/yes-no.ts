/** A question that takes y or n, like an approval; the answer is no unless the person says otherwise. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, span } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import { type Dialog, type DialogResult, NO, YES } from './dialog.ts';

interface YesNoParts {
  title: string;
  /** What yes, no and a third answer mean; the third begins with its key. */
  options: readonly string[];
  /** Called with the index of the option. */
  answered(index: number): DialogResult;
  escape(): DialogResult;
  /** True to show the keys in a row of their own, as a live approval does. */
  isLive: boolean;
  /** True for a line that means yes at this question alone. */
  meansYes?(text: string): boolean;
}

/** A person who types the word out has typed its second letter within this time. */
const WORD_MS = 300;

export function yesNoDialog(parts: YesNoParts, { theme, messages }: { theme: Theme; messages: ScreenWords }): Dialog {
  const { options, answered, escape, isLive, meansYes } = parts;
  const [, , third] = options;
  const question = isLive ? liveQuestion(parts, messages) : [printedQuestion(parts, messages)];
  const dialog: Dialog = {
    lines: [],
    hint: question.map((line) => [span(line, theme.notice)]),
    takesPaste: false,
    keys: {
      y: { type: 'unless more', word: 'yes', ms: WORD_MS },
      是: { type: 'unless more', word: '是', ms: WORD_MS },
      n: { type: 'unless more', word: 'no', ms: WORD_MS },
      否: { type: 'unless more', word: '否', ms: WORD_MS },
      ...(third !== undefined && { [cleanLine(third).charAt(0)]: { type: 'now', result: () => answered(2) } }),
    },
    escape,
    submit(typed) {
      const text = typed.trim();
      if (YES.test(text) || text === '1' || meansYes?.(text)) return answered(0);
      if (text === '' || NO.test(text) || text === '2') return answered(1);
      if (third !== undefined && (text.toLowerCase() === cleanLine(third).charAt(0) || text === '3'))
        return answered(2);
      const complaint: Line = [span(messages.notAnAnswer, theme.notice)];
      return { type: 'next', dialog: { ...dialog, hint: [complaint, ...dialog.hint] } };
    },
  };
  return dialog;
}

function liveQuestion({ title, options: [, no = '', third] }: YesNoParts, messages: ScreenWords): string[] {
  const more = third === undefined ? '' : ` · ${thirdKey(third, ' ')}`;
  const meaning = `${no.charAt(0).toLowerCase()}${no.slice(1)}`;
  return `${messages.askConfirmLive(cleanLine(title), cleanLine(meaning))}${more}`.split('\n');
}

function printedQuestion({ title, options: [, no = '', third] }: YesNoParts, messages: ScreenWords): string {
  const more = third === undefined ? '' : `, ${thirdKey(third, ' = ')}`;
  return `${messages.askConfirm(cleanLine(title), cleanLine(no))}${more}`;
}

/** `d: show the diff` with the key set apart. */
function thirdKey(option: string, between: string): string {
  return cleanLine(option).replace(/^(.)[:：]\s*/, `$1${between}`);
}
