/** Draws as lines what tools and commands hand over to be shown. */

import { sanitize } from '../../../base/text/sanitize.ts';
import { textWidth } from '../../../base/text/text-width.ts';
import type { Block, Todo, View } from '../../../protocol/view.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Line, plainText, sliceSpans, span, wrapLineSpans, wrapSaid } from '../screen/spans.ts';
import type { Sgr, TextStyle, Theme } from '../screen/theme.ts';
import { ALL, type DiffTrim, diffLines } from './draw-diff.ts';
import type { Highlight } from './markdown/code-block.ts';
import { markdownLines } from './markdown/stream.ts';
import type { Style } from './styles.ts';

export interface Drawing {
  theme: Theme;
  messages: ScreenWords;
  highlight: Highlight;
  style: Style;
}

const ITEM_INDENT = 2;
const NAMED: DiffTrim = { ...ALL, isNamed: true };

/** A view as a notice shows it: its title in the given style, its body below. */
export function viewLines(view: View, textStyle: TextStyle, width: number, drawing: Drawing): Line[] {
  const title = saidLines(view.title, drawing.theme[textStyle], width);
  return [...title, ...(view.body ?? []).flatMap((block) => blockLines(block, width, drawing, NAMED))];
}

/** `trim`: how much of a change is shown; all of it by default. */
export function blockLines(block: Block, width: number, drawing: Drawing, trim?: DiffTrim): Line[] {
  switch (block.type) {
    case 'text':
      return saidLines(block.text, block.isPast ? drawing.theme.secondary : '', width);
    case 'markdown': {
      const lines = markdownLines(sanitize(block.text), { ...drawing, width });
      return block.isPast ? lines.map((line) => line.map(({ text }) => span(text, drawing.theme.secondary))) : lines;
    }
    case 'diff':
      return diffLines(block.diff, width, drawing, trim);
    case 'terminal':
      return [...textLines(block.stdout), ...textLines(block.stderr)];
    case 'list':
      return block.items.flatMap((item) => textLines(item)).flatMap((line) => itemLines(line, width));
    case 'todos':
      return block.items.map((todo) => todoLine(todo, drawing));
  }
}

/** An item of two columns, a name and its meaning: the meaning wraps below itself, or starts below a long name. */
function itemLines(line: Line, width: number): Line[] {
  const text = plainText(line);
  const name = /^\s*\S.*?\s{2,}(?=\S)/.exec(text)?.[0] ?? '';
  const column = textWidth(name);
  if (column <= width / 2 || ITEM_INDENT + textWidth(text) <= width) return indented(line, width, column);
  const rest = sliceSpans(line, name.length, text.length);
  const below = [span(' '.repeat(ITEM_INDENT)), ...rest];
  return [...indented(sliceSpans(line, 0, name.trimEnd().length), width), ...indented(below, width, ITEM_INDENT)];
}

function indented(line: Line, width: number, hang = 0): Line[] {
  return wrapLineSpans(line, width, {
    first: [span(' '.repeat(ITEM_INDENT))],
    rest: [span(' '.repeat(ITEM_INDENT + hang))],
  });
}

/** Untrusted text, line by line; an empty text gives no line. */
export function textLines(text: string, sgr = ''): Line[] {
  const clean = sanitize(text).replace(/\n+$/, '');
  return clean === '' ? [] : clean.split('\n').map((line) => [span(line, sgr)]);
}

/** Like `textLines`, but wrapped at words. */
export function saidLines(text: string, sgr: Sgr, width: number): Line[] {
  return textLines(text, sgr).flatMap((line) => wrapSaid(line, width));
}

const TODO_LOOK = { completed: 'todoDone', in_progress: 'todoActive', pending: 'todoPending' } as const;

function todoLine({ content, status }: Todo, { theme, style }: Drawing): Line {
  const [first = ''] = sanitize(content).split('\n');
  return [span(`  ${style.todos.marks[status]} ${first}`, theme[TODO_LOOK[status]])];
}
