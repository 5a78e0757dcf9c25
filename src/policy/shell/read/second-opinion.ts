/** A small independent reader beside the parser: a line counts as harmless only if both find the same words. */

import { forEachChild, type ParsedScript, type SyntaxNode } from './parse.ts';

const RESERVED = new Set([
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'while',
  'until',
  'for',
  'in',
  'do',
  'done',
  '{',
  '}',
  '!',
  'time',
  '-p',
]);

/** `unknown` if the line contains more than this small reader understands. */
export function secondOpinion(line: string, script: ParsedScript): 'agrees' | 'differs' | 'unknown' {
  const read = readTokens(line);
  if (!read) return 'unknown';
  const parsed = parsedWords(script);
  let inTest = false;
  for (const [start, end] of read.words) {
    const text = line.slice(start, end);
    if (parsed.words.delete(`${start}-${end}`)) continue;
    if (text === '[[') inTest = true;
    else if (text === ']]') inTest = false;
    else if (!inTest && !RESERVED.has(text)) return 'differs';
  }
  return parsed.words.size === 0 && read.parentheses === 2 * parsed.subshells && !inTest ? 'agrees' : 'differs';
}

function parsedWords(script: ParsedScript): { words: Set<string>; subshells: number } {
  const words = new Set<string>();
  let subshells = 0;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Subshell') subshells++;
    if (node.type === 'Word' || node.type === 'Assignment' || node.type === 'HereDocDelimiter') {
      words.add(`${node.pos}-${node.end}`);
      return;
    }
    if (node.type === 'HereDocBody') return;
    forEachChild(node, visit);
  };
  visit(script);
  return { words, subshells };
}

interface Tokens {
  words: [number, number][];
  parentheses: number;
}

function readTokens(line: string): Tokens | undefined {
  const words: [number, number][] = [];
  const hereDocs: { delimiter: string; indented: boolean }[] = [];
  let parentheses = 0;
  let hereDoc: { indented: boolean } | undefined;
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at, at + 3);
    if (/^[ \t]/.test(rest)) at++;
    else if (rest.startsWith('\\\n')) {
      if (at > 0 && !/[ \t\n]/.test(line.charAt(at - 1))) return undefined; // it may join two halves of an operator
      at += 2;
    } else if (rest.startsWith('#')) at = endOfLine(line, at);
    else if (rest.startsWith('\n')) {
      const after = skipHereDocs(line, at + 1, hereDocs.splice(0));
      if (after === undefined) return undefined;
      at = after;
    } else if (/^(?:;[;&]|[<>]\(|\(\()/.test(rest)) return undefined;
    else if (/^[()]/.test(rest)) {
      parentheses++;
      at++;
    } else if (/^(?:&>>|<<<|<<-)/.test(rest)) {
      if (rest === '<<-') hereDoc = { indented: true };
      at += 3;
    } else if (/^(?:&&|\|\||\|&|&>|>>|>\||>&|<&|<>|<<)/.test(rest)) {
      if (rest.startsWith('<<')) hereDoc = { indented: false };
      at += 2;
    } else if (/^[;&|<>]/.test(rest)) at++;
    else {
      const end = endOfWord(line, at);
      if (end === undefined) return undefined;
      const isDescriptor = /^\d+$/.test(line.slice(at, end)) && /[<>]/.test(line.charAt(end));
      if (!isDescriptor) words.push([at, end]);
      if (hereDoc) hereDocs.push({ delimiter: line.slice(at, end).replace(/['"\\]/g, ''), ...hereDoc });
      hereDoc = undefined;
      at = end;
    }
  }
  return hereDocs.length === 0 && !hereDoc ? { words, parentheses } : undefined;
}

/** The position after a word; `undefined` at an expansion that this reader does not follow. */
function endOfWord(line: string, from: number): number | undefined {
  let at = from;
  while (at < line.length) {
    const character = line.charAt(at);
    if (/[ \t\n;&|<>()]/.test(character)) break;
    if (character === '`') return undefined;
    if (line.startsWith('\\\n', at)) return undefined;
    if (character === '\\') at += 2;
    else if (character === "'") {
      const close = line.indexOf("'", at + 1);
      if (close < 0) return undefined;
      at = close + 1;
    } else if (character === '"') {
      const close = endOfDoubleQuotes(line, at + 1);
      if (close === undefined) return undefined;
      at = close;
    } else if (character === '$') {
      const next = line.charAt(at + 1);
      const plain = PLAIN_EXPANSION.exec(line.slice(at, at + MAX_EXPANSION));
      if (plain) {
        at += plain[0].length;
        continue;
      }
      if (/[({"[]/.test(next)) return undefined;
      if (next !== "'") at++;
      else {
        const close = endOfAnsiQuotes(line, at + 2);
        if (close === undefined) return undefined;
        at = close;
      }
    } else at++;
  }
  return at > line.length ? undefined : at;
}

/** `${name}`, and arithmetic on numbers. */
const PLAIN_EXPANSION = /^\$(?:\{[A-Za-z_]\w*\}|\(\([0-9 +*/%<>=!&|^~-]*\)\))/;
const MAX_EXPANSION = 80;

function endOfDoubleQuotes(line: string, from: number): number | undefined {
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at);
    if (line.startsWith('\\\n', at)) return undefined;
    if (character === '\\') at++;
    else if (character === '`') return undefined;
    else if (character === '$' && /[({[]/.test(line.charAt(at + 1))) {
      const plain = PLAIN_EXPANSION.exec(line.slice(at, at + MAX_EXPANSION));
      if (!plain) return undefined;
      at += plain[0].length - 1;
    } else if (character === '"') return at + 1;
  }
  return undefined;
}

function endOfAnsiQuotes(line: string, from: number): number | undefined {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === "'") return at + 1;
  }
  return undefined;
}

function endOfLine(line: string, from: number): number {
  const end = line.indexOf('\n', from);
  return end < 0 ? line.length : end;
}

function skipHereDocs(
  line: string,
  from: number,
  hereDocs: readonly { delimiter: string; indented: boolean }[],
): number | undefined {
  let at = from;
  for (const { delimiter, indented } of hereDocs) {
    for (;;) {
      if (at >= line.length) return undefined;
      const end = endOfLine(line, at);
      const text = line.slice(at, end);
      at = Math.min(end + 1, line.length);
      if ((indented ? text.replace(/^\t+/, '') : text) === delimiter) break;
    }
  }
  return at;
}
