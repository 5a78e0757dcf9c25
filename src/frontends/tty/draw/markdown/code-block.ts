/** An open code block: its lines as they were written, coloured when they are given out. Pure, but for the colours. */

import { type Line, span } from '../../screen/spans.ts';

export interface CodeBlock {
  readonly language: string;
  /** So many blanks before each line belong to the list it is in. */
  readonly indent: number;
  /** The last lines given out, for the colours of the next ones. */
  readonly before: readonly string[];
  readonly waiting: readonly string[];
}

/** Colours lines of a language; `undefined` where it cannot. `before` is what comes above them. */
export type Highlight = (lines: readonly string[], before: readonly string[], language: string) => Line[] | undefined;

/** So many lines wait for their colours; then they go out together. */
const WAITING = 6;
/** What comes above decides whether a line is inside a comment or a string; further up it seldom does. */
const LOOK_BACK = 30;

export function startCode(language: string, indent: number, highlight: Highlight): CodeBlock {
  highlight([], [], language); // the language loads while the code is on its way
  return { language, indent, before: [], waiting: [] };
}

/** A whole line; `lines` are final. */
export function pushCode(code: CodeBlock, line: string, highlight: Highlight): { code: CodeBlock; lines: Line[] } {
  const waiting = [...code.waiting, outdent(line, code.indent)];
  const next: CodeBlock = { ...code, waiting };
  if (waiting.length < WAITING) return { code: next, lines: [] };
  const before = [...code.before, ...waiting].slice(-LOOK_BACK);
  return { code: { ...code, before, waiting: [] }, lines: endCode(next, highlight) };
}

/** The lines that wait, with the beginning of the next one. */
export function codeRows({ waiting, indent }: CodeBlock, partial: string): Line[] {
  return [...waiting, ...(partial === '' ? [] : [outdent(partial, indent)])].map((line) => [span(line)]);
}

export function endCode({ waiting, before, language }: CodeBlock, highlight: Highlight): Line[] {
  return highlight(waiting, before, language) ?? waiting.map((line) => [span(line)]);
}

function outdent(line: string, indent: number): string {
  let start = 0;
  while (start < indent && line[start] === ' ') start += 1;
  return line.slice(start);
}
