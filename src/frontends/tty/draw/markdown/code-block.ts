/** An open code block: its lines as they were written, coloured when they are given out. */

import { type Line, span } from '../../screen/spans.ts';

export interface CodeBlock {
  /** A whole line; returns the lines that are final. */
  push(line: string): Line[];
  live(partial: string): Line[];
  end(): Line[];
}

/** Colours lines of a language; `undefined` where it cannot. `before` is what stands above them. */
export type Highlight = (lines: readonly string[], before: readonly string[], language: string) => Line[] | undefined;

/** So many lines wait for their colours; then they go out together. */
const WAITING = 6;
/** What stands above decides whether a line is inside a comment or a string; further up it seldom does. */
const LOOK_BACK = 30;

export function createCodeBlock(language: string, indent: number, highlight: Highlight): CodeBlock {
  let before: string[] = [];
  let waiting: string[] = [];
  highlight([], [], language); // the language loads while the code is on its way

  function give(): Line[] {
    const lines = highlight(waiting, before, language) ?? waiting.map((line) => [span(line)]);
    before = [...before, ...waiting].slice(-LOOK_BACK);
    waiting = [];
    return lines;
  }

  return {
    push(line) {
      waiting.push(outdent(line, indent));
      return waiting.length >= WAITING ? give() : [];
    },
    live: (partial) => [...waiting, ...(partial === '' ? [] : [outdent(partial, indent)])].map((line) => [span(line)]),
    end: give,
  };
}

function outdent(line: string, indent: number): string {
  let start = 0;
  while (start < indent && line[start] === ' ') start += 1;
  return line.slice(start);
}
