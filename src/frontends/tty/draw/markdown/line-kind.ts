/** Determines what a line of Markdown begins from its first characters, as early as they allow. Pure. */

export type LineKind =
  | { kind: 'blank' }
  | { kind: 'fence'; mark: string; indent: number; language: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'table' }
  | { kind: 'item'; indent: number; marker: string; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'text'; indent: number; text: string };

const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
/** A longer row of marks is text. */
const LONGEST_RULE = 1000;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const CODE_INDENT = 4;
const QUOTE = /^\s*>\s?(.*)$/;

/** `undefined` if more of the line is needed. `isWhole`: the line is complete. */
export function lineKind(line: string, isWhole: boolean): LineKind | undefined {
  return isWhole ? wholeKind(line) : earlyKind(line);
}

function wholeKind(line: string): LineKind {
  if (line.trim() === '') return { kind: 'blank' };
  const special = fenceOf(line) ?? headingOf(line);
  if (special) return special;
  if (line.length <= LONGEST_RULE && RULE.test(line)) return { kind: 'rule' };
  if (/^\s*\|/.test(line)) return { kind: 'table' };
  return openKind(line);
}

function fenceOf(line: string): LineKind | undefined {
  const start = line.trimStart();
  const mark = /^(?:`{3,}|~{3,})/.exec(start)?.[0];
  if (mark === undefined) return undefined;
  const info = start.slice(mark.length).trim();
  if (info.includes('`')) return undefined; // a code span at the start of the line
  return { kind: 'fence', mark, indent: line.length - start.length, language: info.split(/\s/, 1)[0] ?? '' };
}

function headingOf(line: string): LineKind | undefined {
  const marks = /^ {0,3}(#{1,6})(?=\s|$)/.exec(line);
  if (!marks) return undefined;
  const text = line.slice(marks[0].length).trim();
  const open = text.replace(/(?<=^|\s)#+$/, '').trimEnd(); // a heading may end with the marks that it began with
  return { kind: 'heading', level: marks[1]?.length ?? 1, text: open };
}

/** Recognises kinds whose text may be long before their line ends. */
function earlyKind(line: string): LineKind | undefined {
  const start = line.trimStart();
  if (start === '') return undefined;
  if (/^[#|]/.test(start)) return undefined;
  if (/^(?:`{1,2}|~{1,2})$/.test(start) || /^(?:```|~~~)/.test(start)) return undefined;
  // Markers of items and rules look alike until another character follows.
  if ((start.length <= LONGEST_RULE && /^[-*+_][-*_+\s]*$/.test(start)) || /^\d{1,9}(?:[.)]\s*)?$/.test(start))
    return undefined;
  if (/^>\s*$/.test(start)) return undefined;
  return openKind(line);
}

function openKind(line: string): LineKind {
  const item = ITEM.exec(line);
  if (item) {
    const [, indent = '', marker = '', text = ''] = item;
    return { kind: 'item', indent: columnsOf(indent), marker, text };
  }
  const quote = QUOTE.exec(line);
  if (quote) return { kind: 'quote', text: quote[1] ?? '' };
  const text = line.trimStart();
  return { kind: 'text', indent: columnsOf(line.slice(0, line.length - text.length)), text };
}

/** True for a line indented by four columns, which is code if no paragraph and no list is open. */
export function isIndentedCode(line: string): boolean {
  const text = line.trimStart();
  return text !== '' && columnsOf(line.slice(0, line.length - text.length)) >= CODE_INDENT;
}

function columnsOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
