/** What a line of Markdown begins: told from its first characters, as early as they allow. Pure. */

export type LineKind =
  | { kind: 'blank' }
  | { kind: 'fence'; mark: string; indent: number; language: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'table' }
  | { kind: 'item'; indent: number; marker: string; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'text'; indent: number; text: string };

const FENCE = /^(\s*)(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const QUOTE = /^\s*>\s?(.*)$/;

/** `undefined`: more of the line is needed. `isWhole`: there is no more of it. */
export function lineKind(line: string, isWhole: boolean): LineKind | undefined {
  return isWhole ? wholeKind(line) : earlyKind(line);
}

function wholeKind(line: string): LineKind {
  if (line.trim() === '') return { kind: 'blank' };
  const fence = FENCE.exec(line);
  if (fence) {
    const [, indent = '', mark = '', language = ''] = fence;
    return { kind: 'fence', mark, indent: indent.length, language };
  }
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  if (RULE.test(line)) return { kind: 'rule' };
  if (/^\s*\|/.test(line)) return { kind: 'table' };
  return openKind(line);
}

/** Kinds whose text may go on for long are told before their line ends. */
function earlyKind(line: string): LineKind | undefined {
  const start = line.trimStart();
  if (start === '') return undefined;
  if (/^[#|]/.test(start)) return undefined;
  if (/^(?:`{1,2}|~{1,2})$/.test(start) || /^(?:```|~~~)/.test(start)) return undefined;
  // Markers of items and rules look alike until a character that is none of them.
  if (/^[-*+_][-*_+\s]*$/.test(start) || /^\d{1,9}(?:[.)]\s*)?$/.test(start)) return undefined;
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

function columnsOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
