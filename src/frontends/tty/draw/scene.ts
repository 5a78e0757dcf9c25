/** Composes what is visible at one moment. Pure. */

import { sanitize } from '../../../base/text/sanitize.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { EditorState } from '../input/editor-state.ts';
import { layout } from '../input/layout.ts';
import type { MenuState } from '../input/menu-state.ts';
import { vimModeName } from '../input/vim/vim-state.ts';
import type { Scene } from '../screen/display.ts';
import type { Size } from '../screen/screen.ts';
import { type Line, plainText, span, toRow, wrapKeys, wrapLineSpans } from '../screen/spans.ts';
import type { Theme } from '../screen/theme.ts';
import { menuLines } from './menu.ts';
import { contextLine, drawPromptArea, promptLine, type Running, type Status } from './prompt-area.ts';

export interface Moment {
  commit: readonly Line[];
  /** Lines of the stream that are still open. */
  tail: readonly Line[];
  status: Status;
  editor: EditorState;
  /** The open question, which then has the input. */
  question?: { hint: readonly Line[]; below?: readonly Line[]; editor: EditorState };
  running?: Running;
  queue: readonly string[];
  menu?: MenuState;
  /** True while the prompt is not settled: its changes may be seen, but it is read out only once. */
  isOpening?: boolean;
}

const ANSWER_PROMPT: Line = [span('> ')];
/** Wider than any line. */
const UNBROKEN = 1e9;

export function composeScene(moment: Moment, size: Size, theme: Theme, messages: ScreenWords): Scene {
  const { commit, tail, status, question, running, queue, menu } = moment;
  const editor = question?.editor ?? moment.editor;
  const above = question
    ? question.hint.flatMap((line) => wrapLineSpans(line, size.columns, hang(line)))
    : [contextLine(status, size.columns, theme)];
  const prompt = question ? ANSWER_PROMPT : promptLine(status, size.columns, theme);
  const below = question
    ? (question.below ?? []).flatMap((line) => wrapKeys(line, size.columns))
    : [...(menu ? menuLines(menu, size.columns, theme, messages) : []), ...modeLines(editor, theme, messages)];
  const area = question
    ? { tail, queue: [], above, prompt, editor, below }
    : { tail, running, queue, above, prompt, editor, below };
  const { rows, caret } = drawPromptArea(area, size, theme, messages);
  const isAwaited = !moment.isOpening && (question !== undefined || running === undefined || editor.text !== '');
  return {
    commit: commit.map(toRow),
    live: rows,
    caret,
    ...(isAwaited && {
      spoken: () => ({
        label: above.map(plainText).filter((row) => !/^─+$/.test(row)),
        prompt: plainText(prompt),
        text: spokenText(editor),
      }),
    }),
  };
}

/** Wraps a long entry of a list below the start of its text. */
function hang(line: Line): { rest?: Line } {
  const mark = /^[❯ ] +\d+\. /.exec(plainText(line))?.[0];
  return mark === undefined ? {} : { rest: [span(' '.repeat(mark.length))] };
}

/** The search and the vim mode, shown below the input. */
function modeLines({ vim, search }: EditorState, theme: Theme, messages: ScreenWords): Line[] {
  const lines: Line[] = [];
  if (search) lines.push([span(messages.search(sanitize(search.query)), theme.secondary)]);
  if (vim) lines.push([span(`-- ${vimModeName(vim)} --`, theme.secondary)]);
  return lines;
}

function spokenText(editor: EditorState): string {
  const { rows } = layout(editor, { width: UNBROKEN, promptWidth: 0 });
  return rows.map((segments) => segments.map(({ text }) => text).join('')).join(' / ');
}
