/** An open code block: its lines as written, coloured when they are given out. Pure, except for the colours. */

import { type Line, span } from '../../screen/spans.ts';

export interface CodeBlock {
  readonly language: string;
  /** Number of blanks before each line that belong to the surrounding list. */
  readonly indent: number;
  /** The last lines given out, which affect the colours of the next ones. */
  readonly before: readonly string[];
  readonly waiting: readonly string[];
}

/** Colours lines of a language; `undefined` if it cannot. `before` holds the lines above. */
export type Highlight = (lines: readonly string[], before: readonly string[], language: string) => Line[] | undefined;

/** This many lines wait for their colours, then go out together. */
const WAITING = 6;
/** The lines above decide whether a line is inside a comment or a string; lines further up rarely matter. */
const LOOK_BACK = 30;

export function startCode(language: string, indent: number, highlight: Highlight): CodeBlock {
  highlight([], [], language); // the language loads while the code arrives
  return { language, indent, before: [], waiting: [] };
}

/** Adds a whole line; the returned `lines` are final. */
export function pushCode(code: CodeBlock, line: string, highlight: Highlight): { code: CodeBlock; lines: Line[] } {
  const waiting = [...code.waiting, outdent(line, code.indent)];
  const next: CodeBlock = { ...code, waiting };
  if (waiting.length < WAITING) return { code: next, lines: [] };
  const before = [...code.before, ...waiting].slice(-LOOK_BACK);
  return { code: { ...code, before, waiting: [] }, lines: endCode(next, highlight) };
}

/** The waiting lines, and the beginning of the next one. */
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
