/** Questions of the model, one at a time, and lists of a command to pick from. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { PickRequest, Question, QuestionsRequest } from '../../../protocol/request.ts';
import { type Drawing, textLines } from '../draw/draw-block.ts';
import { type Line, plainText, span } from '../screen/spans.ts';
import { type Dialog, NO, type Step, YES } from './dialog.ts';

export function questionsDialog(request: QuestionsRequest, drawing: Drawing, given: readonly string[] = []): Dialog {
  const { questions } = request;
  const index = given.length;
  const question = questions[index] ?? { question: '', options: [] };
  const { theme, messages } = drawing;
  const dialog: Dialog = {
    lines: questionLines(question, messages.question(index + 1, questions.length), drawing),
    hint: [],
    takesPaste: true,
    escape: () => ({
      type: 'answer',
      answer: { kind: 'questions', answers: null },
      lines: [[span(messages.dismissed, theme.notice)]],
    }),
    submit(typed) {
      const text = typed.trim();
      if (text === '') return { type: 'next', dialog: { ...dialog, lines: [] } };
      const option = /^\d+$/.test(text) ? question.options[Number(text) - 1] : undefined;
      const answers = [...given, option?.label ?? typed];
      const said: Line = [span(`> ${cleanLine(answers.at(-1) ?? '')}`)];
      if (answers.length >= questions.length) {
        return { type: 'answer', answer: { kind: 'questions', answers }, lines: [said] };
      }
      const next = questionsDialog(request, drawing, answers);
      return { type: 'next', dialog: { ...next, lines: [said, [], ...next.lines] } };
    },
  };
  return dialog;
}

function questionLines({ question, options }: Question, label: string, drawing: Drawing): Line[] {
  const { theme, messages } = drawing;
  const [first = [], ...rest] = textLines(question);
  const choices = options.map(({ label: name, description }, index): Line => {
    const shown = cleanLine(name);
    const mark = index === 0 && !shown.includes(messages.recommended) ? ` ${messages.recommended}` : '';
    return [span(`  ${index + 1}. ${shown}${mark}${description ? ` — ${cleanLine(description)}` : ''}`)];
  });
  return [[span(label, theme.notice), span(` ${plainText(first)}`)], ...rest, ...choices, []];
}

/** `isTurn`: the engine asks in the middle of a turn, and Esc ends that turn as it does anywhere else. */
export function pickDialog(request: PickRequest, drawing: Drawing, isTurn = false): Dialog {
  const { theme, messages } = drawing;
  const { title, options } = request;
  const pick = (picked: number | null): Step => {
    const said = picked === null ? messages.nothingPicked : cleanLine(options[picked] ?? '');
    return { type: 'answer', answer: { kind: 'pick', picked }, lines: [[span(`> ${said}`)]] };
  };
  const escape = (): Step => (isTurn ? { type: 'cancel' } : pick(null));
  if (request.isYesNo) return yesNoDialog(request, pick, escape, drawing);
  return {
    lines: [
      ...textLines(title, theme.notice),
      ...options.map((option, index): Line => [span(`  ${index + 1}. ${cleanLine(option)}`)]),
    ],
    hint: [[span(messages.pickHint, theme.secondary)]],
    takesPaste: false,
    escape,
    submit(typed) {
      const text = typed.trim();
      if (text === '') return pick(null);
      if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= options.length) return pick(Number(text) - 1);
      const again = pickDialog(request, drawing, isTurn);
      const complaint: Line = [span(messages.notANumber(options.length), theme.notice)];
      return { type: 'next', dialog: { ...again, lines: [], hint: [complaint, ...again.hint] } };
    },
  };
}

/** Asked as an approval is, and no unless told otherwise. */
function yesNoDialog(
  request: PickRequest,
  pick: (picked: number | null) => Step,
  escape: () => Step,
  drawing: Drawing,
): Dialog {
  const { theme, messages } = drawing;
  const [, no = '', third] = request.options;
  const more = third === undefined ? '' : `, ${cleanLine(third).replace(/^(.)[:：]\s*/, '$1 = ')}`;
  const question = `${messages.askConfirm(cleanLine(request.title), cleanLine(no))}${more}`;
  const dialog: Dialog = {
    lines: [],
    hint: [[span(question, theme.notice)]],
    takesPaste: false,
    escape,
    submit(typed) {
      const text = typed.trim();
      if (YES.test(text) || text === '1') return pick(0);
      if (text === '' || NO.test(text) || text === '2') return pick(1);
      if (third !== undefined && (text.toLowerCase() === cleanLine(third).charAt(0) || text === '3')) return pick(2);
      const complaint: Line = [span(messages.notAnAnswer, theme.notice)];
      return { type: 'next', dialog: { ...dialog, hint: [complaint, ...dialog.hint] } };
    },
  };
  return dialog;
}
