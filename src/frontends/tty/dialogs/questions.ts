/** Dialogs for the model's questions, one at a time, and for lists of a command to pick from. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { PickRequest, Question, QuestionsRequest } from '../../../protocol/request.ts';
import { type Drawing, textLines } from '../draw/draw-block.ts';
import { type Line, plainText, span } from '../screen/spans.ts';
import type { Dialog, DialogResult } from './dialog.ts';
import { listLines, moveInList, numberIn, type PickList } from './pick-list.ts';
import { pickerDialog } from './picker.ts';
import { yesNoDialog } from './yes-no.ts';

/** `isSpoken`: prints everything once, as numbered lines, because a list that moves cannot be read out. */
export function questionsDialog(
  request: QuestionsRequest,
  drawing: Drawing,
  isSpoken = false,
  given: readonly string[] = [],
): Dialog {
  const { questions } = request;
  const index = given.length;
  const question = questions[index] ?? { question: '', options: [] };
  const { theme, messages } = drawing;
  const title = titleLines(question, messages.question(index + 1, questions.length), drawing);
  const dialog: Dialog = {
    lines: isSpoken ? [...title, ...optionTexts(question, drawing).map(numbered), []] : title,
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
      return answered(option?.label ?? typed);
    },
  };
  return isSpoken ? dialog : withList({ options: optionTexts(question, drawing), filter: '' });

  function answered(answer: string): DialogResult {
    const answers = [...given, answer];
    const said: Line = [span(`> ${cleanLine(answer)}`)];
    if (answers.length >= questions.length) {
      return { type: 'answer', answer: { kind: 'questions', answers }, lines: [said] };
    }
    const next = questionsDialog(request, drawing, isSpoken, answers);
    return { type: 'next', dialog: { ...next, lines: [said, [], ...next.lines] } };
  }

  /** Shows the options below the question. Typing does not filter them, because any text is a valid answer. */
  function withList(list: PickList): Dialog {
    const keys = question.options.length > 0 ? messages.questionKeys : messages.ownWordsKeys;
    const shown: Dialog = {
      ...dialog,
      hint: [...listLines(list, theme), []],
      below: [[span(keys, theme.secondary)]],
      key(pressed, text) {
        const moved = text === '' && question.options.length > 0 ? moveInList(list, pressed) : undefined;
        return moved && { type: 'show', dialog: withList(moved) };
      },
      typed(text) {
        const { selected: _none, ...rest } = list;
        const number = numberIn({ ...list, filter: text });
        return withList(number === undefined ? rest : { ...rest, selected: number });
      },
      submit(typed) {
        if (typed.trim() !== '') return dialog.submit(typed);
        const picked = list.selected === undefined ? undefined : question.options[list.selected];
        return picked ? answered(picked.label) : { type: 'next', dialog: { ...shown, lines: [] } };
      },
    };
    return shown;
  }
}

function titleLines({ question }: Question, label: string, { theme }: Drawing): Line[] {
  const [first = [], ...rest] = textLines(question);
  return [[span(label, theme.notice), span(` ${plainText(first)}`)], ...rest];
}

function optionTexts({ options }: Question, { messages }: Drawing): string[] {
  return options.map(({ label, description }, index) => {
    const shown = cleanLine(label);
    const mark = index === 0 && !shown.includes(messages.recommended) ? ` ${messages.recommended}` : '';
    return `${shown}${mark}${description ? ` — ${cleanLine(description)}` : ''}`;
  });
}

function numbered(text: string, index: number): Line {
  return [span(`  ${index + 1}. ${cleanLine(text)}`)];
}

interface PickOptions {
  /** True if the engine asks in the middle of a turn; Esc then ends that turn, as anywhere else. */
  isTurn?: boolean;
  isSpoken?: boolean;
}

export function pickDialog(request: PickRequest, drawing: Drawing, how: PickOptions = {}): Dialog {
  const { theme } = drawing;
  const { title, options, selected } = request;
  const isLive = drawing.style.approvals === 'live';
  const isSaid = how.isTurn || !(isLive && request.isYesNo); // otherwise the command reports what it did
  const pick = (picked: number | null): DialogResult => {
    const lines: Line[] = picked === null || !isSaid ? [] : [[span(`> ${cleanLine(options[picked] ?? '')}`)]];
    return { type: 'answer', answer: { kind: 'pick', picked }, lines };
  };
  const escape = (): DialogResult => (how.isTurn ? { type: 'cancel' } : pick(null));
  if (request.isYesNo) return yesNoDialog({ title, options, answered: pick, escape, isLive }, drawing);
  const titled = textLines(title, theme.notice);
  if (how.isSpoken) return numberedDialog([...titled, ...options.map(numbered)], options.length, pick, escape, drawing);
  const taken = (index: number | undefined) => pick(index ?? null);
  const from = selected === undefined ? {} : { selected };
  return pickerDialog({ title: titled, options, taken, escape, takesAhead: !how.isTurn, ...from }, drawing);
}

function numberedDialog(
  lines: readonly Line[],
  count: number,
  pick: (picked: number | null) => DialogResult,
  escape: () => DialogResult,
  drawing: Drawing,
): Dialog {
  const { theme, messages } = drawing;
  const hint: Line = [span(messages.pickHint, theme.secondary)];
  const dialog: Dialog = {
    lines,
    hint: [hint],
    takesPaste: false,
    escape,
    submit(typed) {
      const text = typed.trim();
      if (text === '') return pick(null);
      if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= count) return pick(Number(text) - 1);
      const complaint: Line = [span(messages.notANumber(count), theme.notice)];
      return { type: 'next', dialog: { ...dialog, lines: [], hint: [complaint, hint] } };
    },
  };
  return dialog;
}
