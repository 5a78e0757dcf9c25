/** Splits a text into lines that keep their own endings, so that an edit never introduces mixed line endings. */

export interface Line {
  text: string;
  /** `''` only for the last line of a text without a final newline. */
  ending: '\n' | '\r\n' | '';
  /** Offset of the line in the text. */
  start: number;
}

/** Omits the empty line that a final newline would leave. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) {
      lines.push({ text: text.slice(start), ending: '', start });
      break;
    }
    const isCrlf = newline > start && text[newline - 1] === '\r';
    lines.push({
      text: text.slice(start, isCrlf ? newline - 1 : newline),
      ending: isCrlf ? '\r\n' : '\n',
      start,
    });
    start = newline + 1;
  }
  return lines;
}

export function joinLines(lines: readonly Pick<Line, 'text' | 'ending'>[]): string {
  return lines.map(({ text, ending }) => text + ending).join('');
}

/** The ending that most lines have. */
export function usualEnding(lines: readonly Line[]): '\n' | '\r\n' {
  let crlf = 0;
  let lf = 0;
  for (const { ending } of lines) {
    if (ending === '\r\n') crlf++;
    else if (ending === '\n') lf++;
  }
  return crlf > lf ? '\r\n' : '\n';
}

/** The ending for a line written at `offset`: that of the line there, or else of the line before it. */
export function endingAt(text: string, offset: number): '\n' | '\r\n' {
  const next = text.indexOf('\n', offset);
  const newline = next === -1 ? text.lastIndexOf('\n', offset) : next;
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** The ending for lines that replace a part of a text. */
export function endingFor(text: string, start: number, end: number): '\n' | '\r\n' {
  const inside = splitLines(text.slice(start, end));
  return inside.some(({ ending }) => ending !== '') ? usualEnding(inside) : endingAt(text, start);
}

/** 1-based lines of ascending offsets. */
export function lineNumbersAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line++;
    return line;
  });
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
