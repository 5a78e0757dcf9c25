/** Distortions of a hunk between a file and a model's call, and which results still count as intended. */

import type { RealHunk } from './real-hunks.ts';

type Lines = RealHunk['lines'];

/** A way to distort a hunk. */
export interface Distortion {
  name: string;
  /** `undefined` if the hunk offers nothing to distort; `random` returns the same numbers below its argument at each run. */
  distort(lines: Lines, random: (below: number) => number): Distorted | undefined;
}

export interface Distorted {
  lines: Lines;
  /** Change to the file itself, if the distortion affects it. */
  file?: (text: string) => string;
  /** Normalises new lines before comparing them; all other lines must match to the byte. */
  ignore?: (text: string) => string;
  /** True if blank lines of the hunk may differ in white space, since the call does not show which of several is new. */
  losesBlanks?: true;
  /** Line ends of old_string and new_string. */
  join?: { old?: string; new?: string };
  /** Text added around old_string and new_string. */
  pad?: string;
  isForEditOnly?: true;
}

const trimEnds = (text: string): string => text.replace(/[ \t\r]+$/gm, '');

export const distortions: Distortion[] = [
  { name: 'as it is', distort: (lines) => ({ lines }) },
  {
    name: 'indented more',
    distort: (lines) => ({
      lines: each(lines, (text) => (text.trim() === '' ? text : `    ${text}`)),
      losesBlanks: true,
    }),
  },
  {
    name: 'without the common indent',
    distort(lines) {
      const depth = Math.min(...lines.filter(({ text }) => text.trim() !== '').map(({ text }) => indent(text)));
      if (depth === 0 || depth === Infinity) return undefined;
      return { lines: each(lines, (text) => text.slice(depth)), losesBlanks: true };
    },
  },
  {
    name: 'tabs for blanks',
    distort: (lines) =>
      addsIndentOf('\t', lines)
        ? undefined
        : changed(lines, (text) => text.replace(/^(?: {4})+/, (blanks) => '\t'.repeat(blanks.length / 4))),
  },
  {
    name: 'blanks for tabs',
    distort: (lines) =>
      addsIndentOf(' ', lines)
        ? undefined
        : changed(lines, (text) => text.replace(/^\t+/, (tabs) => '    '.repeat(tabs.length))),
  },
  {
    name: 'blanks at line ends',
    distort: (lines) => ({ lines: each(lines, (text) => `${text}  `), ignore: trimEnds }),
  },
  {
    name: 'two blanks within lines',
    distort(lines) {
      const at = lines.findIndex(({ kind, text }) => kind === ' ' && /\S \S/.test(text));
      if (at === -1) return undefined;
      return {
        lines: lines.map((line, index) =>
          index === at ? { ...line, text: line.text.replace(/(\S) (\S)/, '$1  $2') } : line,
        ),
      };
    },
  },
  {
    name: 'last line cut short',
    distort: (lines, random) =>
      cutLine(
        lines,
        lines.findLastIndex(({ kind }) => kind !== '+'),
        random,
      ),
  },
  {
    name: 'first line cut short',
    distort: (lines, random) =>
      cutLine(
        lines,
        lines.findIndex(({ kind }) => kind !== '+'),
        random,
      ),
  },
  {
    name: 'a changed line cut short',
    distort(lines, random) {
      const at = pick(lines, '-', random);
      return at === undefined ? undefined : cutLine(lines, at, random);
    },
  },
  {
    name: 'a line cut at its front',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const text = lines[at ?? -1]?.text ?? '';
      if (at === undefined || text.trim().length < 6) return undefined;
      const from = indent(text) + 2;
      return { lines: lines.with(at, { kind: ' ', text: text.slice(from) }) };
    },
  },
  {
    name: 'one line missing in the old text',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      return at === undefined ? undefined : { lines: lines.with(at, { kind: '+', text: lines[at]?.text ?? '' }) };
    },
  },
  { name: 'one line missing in both', distort: (lines, random) => without(lines, pick(lines, ' ', random)) },
  {
    name: 'one removed line missing',
    distort(lines, random) {
      const at = pick(lines, '-', random);
      return at === undefined ? undefined : { lines: lines.toSpliced(at, 1) };
    },
  },
  {
    name: 'the line beside the change missing in both',
    distort(lines, random) {
      const beside = lines.flatMap(({ kind }, at) =>
        kind === ' ' && [lines[at - 1], lines[at + 1]].some((line) => line && line.kind !== ' ') ? [at] : [],
      );
      return without(lines, beside[random(Math.max(1, beside.length))]);
    },
  },
  {
    name: 'two lines missing in both',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      if (at === undefined || lines[at + 1]?.kind !== ' ') return undefined;
      return { lines: lines.toSpliced(at, 2) };
    },
  },
  {
    name: 'a line doubled in both',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const line = lines[at ?? -1];
      return at === undefined || !line ? undefined : { lines: lines.toSpliced(at, 0, line) };
    },
  },
  {
    name: 'a line doubled in the old text',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const line = lines[at ?? -1];
      return at === undefined || !line ? undefined : { lines: lines.toSpliced(at, 0, { ...line, kind: '-' }) };
    },
  },
  {
    name: 'one line indented otherwise',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      return at === undefined ? undefined : { lines: lines.with(at, { kind: ' ', text: `  ${lines[at]?.text}` }) };
    },
  },
  {
    name: 'the first line without its indent',
    distort(lines) {
      const at = lines.findIndex(({ kind }) => kind === ' ');
      const line = lines[at];
      return at !== 0 || !line || indent(line.text) === 0
        ? undefined
        : { lines: lines.with(0, { ...line, text: line.text.trimStart() }) };
    },
  },
  {
    name: 'a comma at a line end dropped',
    distort(lines) {
      const at = lines.findIndex(({ kind, text }) => kind === ' ' && /[,;]$/.test(text));
      return at === -1 ? undefined : { lines: lines.with(at, { kind: ' ', text: lines[at]?.text.slice(0, -1) ?? '' }) };
    },
  },
  {
    name: 'twice as deep',
    distort: (lines) => changed(lines, (text) => text.replace(/^ +/, (blanks) => blanks + blanks)),
  },
  { name: 'CRLF in both', distort: (lines) => ({ lines, join: { old: '\r\n', new: '\r\n' } }) },
  {
    name: 'CRLF in the new text',
    distort: (lines) => ({ lines, join: { new: '\r\n' }, isForEditOnly: true }),
  },
  {
    name: 'CRLF in the old text',
    distort: (lines) => ({ lines, join: { old: '\r\n' }, isForEditOnly: true }),
  },
  { name: 'CRLF in the file', distort: (lines) => ({ lines, file: inCrlf }) },
  {
    name: 'CRLF in the file and in the new text',
    distort: (lines) => ({ lines, file: inCrlf, join: { new: '\r\n' }, isForEditOnly: true }),
  },
  {
    name: 'curly quotes',
    distort: (lines) => changed(lines, (text) => text.replaceAll("'", '’').replaceAll('"', '”'), straight),
  },
  { name: 'other dashes', distort: (lines) => changed(lines, (text) => text.replaceAll('-', '–'), straight) },
  {
    name: 'no-break spaces',
    distort: (lines) => changed(lines, (text) => text.replace(/(\S) /g, '$1\u00a0'), straight),
  },
  {
    name: 'escaped quotes',
    distort: (lines) => changed(lines, (text) => text.replaceAll('"', '\\"').replaceAll("'", "\\'")),
  },
  {
    name: 'numbered',
    distort(lines) {
      let number = 41;
      const numbered = lines.map((line) => ({
        ...line,
        text: `${line.kind === '+' ? '' : `${number++}\t`}${line.text}`,
      }));
      return { lines: numbered };
    },
  },
  {
    name: 'two lines in the wrong order',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const [first, second] = [lines[at ?? -1], lines[(at ?? -1) + 1]];
      if (at === undefined || second?.kind !== ' ' || first?.text === second.text) return undefined;
      return { lines: lines.toSpliced(at, 2, second, first as Lines[number]) };
    },
  },
  {
    name: 'another word in a neighbour line',
    distort: (lines, random) => reword(lines, pick(lines, ' ', random), ' '),
  },
  { name: 'another word in a removed line', distort: (lines, random) => reword(lines, pick(lines, '-', random), '-') },
  {
    name: 'another word in a neighbour line of the old text',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const text = lines[at ?? -1]?.text ?? '';
      const other = otherWord(text);
      if (at === undefined || other === undefined) return undefined;
      return { lines: lines.toSpliced(at, 1, { kind: '-', text: other }, { kind: '+', text }) };
    },
  },
  {
    name: 'comments dropped',
    distort(lines) {
      const kept = lines.filter(({ kind, text }) => kind !== ' ' || !/^\s*(?:\/\/|\/?\*|#|--)/.test(text));
      return kept.length === lines.length ? undefined : { lines: kept };
    },
  },
  {
    name: 'blank lines dropped',
    distort(lines) {
      const kept = lines.filter(({ kind, text }) => kind !== ' ' || text.trim() !== '');
      return kept.length === lines.length ? undefined : { lines: kept };
    },
  },
  {
    name: 'a blank line more',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      return at === undefined ? undefined : { lines: lines.toSpliced(at, 0, { kind: ' ', text: '' }) };
    },
  },
  { name: 'blank lines around', distort: (lines) => ({ lines, pad: '\n\n', isForEditOnly: true }) },
  {
    name: 'the middle left out',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      if (at === undefined) return undefined;
      return {
        lines: lines.toSpliced(at, lines[at + 1]?.kind === ' ' ? 2 : 1, {
          kind: ' ',
          text: '// ... existing code ...',
        }),
      };
    },
  },
  {
    name: 'other case',
    distort: (lines, random) => {
      const at = pick(lines, ' ', random);
      const text = lines[at ?? -1]?.text ?? '';
      if (at === undefined || text.toUpperCase() === text) return undefined;
      return { lines: lines.with(at, { kind: ' ', text: text.toUpperCase() }) };
    },
  },
  {
    name: 'two lines joined',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const next = lines[(at ?? -1) + 1];
      if (at === undefined || next?.kind !== ' ') return undefined;
      return { lines: lines.toSpliced(at, 2, { kind: ' ', text: `${lines[at]?.text} ${next.text.trim()}` }) };
    },
  },
  {
    name: 'only the changed lines',
    distort(lines) {
      const first = lines.findIndex(({ kind }) => kind !== ' ');
      const last = lines.findLastIndex(({ kind }) => kind !== ' ');
      const kept = lines.slice(first, last + 1);
      return kept.some(({ kind }) => kind !== '+') && kept.length < lines.length ? { lines: kept } : undefined;
    },
  },
  {
    name: 'the file changed beside it',
    distort(lines, random) {
      const at = pick(lines, ' ', random);
      const text = lines[at ?? -1]?.text ?? '';
      const other = otherWord(text);
      if (
        other === undefined ||
        text.trim().length < 8 ||
        lines.some((line) => line.kind !== ' ' && line.text === text)
      )
        return undefined;
      return {
        lines,
        file: (whole) =>
          whole
            .split('\n')
            .map((line) => (line === text ? other : line))
            .join('\n'),
      };
    },
  },
];

function each(lines: Lines, change: (text: string) => string): Lines {
  return lines.map(({ kind, text }) => ({ kind, text: change(text) }));
}

function changed(lines: Lines, change: (text: string) => string, ignore?: Distorted['ignore']): Distorted | undefined {
  const made = each(lines, change);
  if (made.every(({ text }, at) => text === lines[at]?.text)) return undefined;
  return { lines: made, ...(ignore && { ignore }) };
}

function inCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

/** True if a new line contains this indentation, which the distorted call could no longer express. */
function addsIndentOf(character: string, lines: Lines): boolean {
  return lines.some(({ kind, text }) => kind === '+' && text.slice(0, indent(text)).includes(character));
}

function straight(text: string): string {
  return text.replace(/[’‘]/g, "'").replace(/[”“]/g, '"').replaceAll('–', '-').replaceAll('\u00a0', ' ');
}

function cutLine(lines: Lines, at: number, random: (below: number) => number): Distorted | undefined {
  const line = lines[at];
  const size = line?.text.trim().length ?? 0;
  if (!line || size < 3) return undefined;
  const cut = 1 + random(Math.min(6, size - 2));
  return { lines: lines.with(at, { ...line, text: line.text.trimEnd().slice(0, -cut) }) };
}

function without(lines: Lines, at: number | undefined): Distorted | undefined {
  return at === undefined ? undefined : { lines: lines.toSpliced(at, 1) };
}

function reword(lines: Lines, at: number | undefined, kind: ' ' | '-'): Distorted | undefined {
  const other = otherWord(lines[at ?? -1]?.text ?? '');
  return at === undefined || other === undefined ? undefined : { lines: lines.with(at, { kind, text: other }) };
}

function otherWord(text: string): string | undefined {
  const other = text.replace(/[A-Za-z]{3,}/, (word) => `${word.slice(0, -1)}Zq`);
  return other === text ? undefined : other;
}

function pick(lines: Lines, kind: ' ' | '-', random: (below: number) => number): number | undefined {
  const places = lines.flatMap((line, at) => (line.kind === kind && line.text.trim() !== '' ? [at] : []));
  return places.length === 0 ? undefined : places[random(places.length)];
}

function indent(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0;
}
