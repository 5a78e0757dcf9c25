/** Recognises awk programs that only print: no files, pipes, commands or environment. Reads each token once. */

import type { Said } from '../../protocol/policy.ts';
import { say } from '../say.ts';

type Token =
  | { type: 'name' | 'number' | 'text' | 'pattern'; text: string }
  /** One or two punctuation characters, or a line break. */
  | { type: 'mark'; text: string };

/** Keywords, and functions without effects outside the program. */
const FUNCTIONS =
  'length substr index split sub gsub match sprintf toupper tolower int sqrt exp log sin cos atan2 rand srand gensub strftime systime asort asorti';
const KEYWORDS = 'BEGIN END if else while for do in next exit print printf delete break continue return';
const VARIABLES = 'NR NF FNR FS OFS ORS RS FILENAME SUBSEP RSTART RLENGTH CONVFMT OFMT';
const isFunction = setOf(FUNCTIONS);
const isKeyword = setOf(KEYWORDS);
const isVariable = setOf(VARIABLES);

/** Names that run, read or write elsewhere, or that change how the rest is parsed. */
const FORBIDDEN =
  /^(?:system|getline|close|fflush|function|func|include|load|namespace|environ|procinfo|argv|argc|switch|case|default|nextfile|beginfile|endfile|eval|symtab|functab)$/i;

const MAX_LENGTH = 4_000;

/** True if the program can only print to its standard output. */
export function isPlainAwkProgram(program: string): boolean {
  const tokens = tokensOf(program);
  if (!tokens) return false;
  let depth = 0;
  let inPrint: number | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'name') {
      const { text } = token;
      if (FORBIDDEN.test(text)) return false;
      const isCall = tokens[index + 1]?.text === '(';
      const isKnown = isFunction(text) || isKeyword(text) || isVariable(text);
      if (!isKnown && (isCall || !/^[a-z]\w{0,15}$/.test(text))) return false;
      if (text === 'print' || text === 'printf') inPrint ??= depth;
    }
    if (token.type !== 'mark') continue;
    if (token.text === '|' || token.text === '|&') return false;
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    // Within parentheses `>` compares. A line break does not reliably end a print, so it does not count.
    if ((token.text === ';' || token.text === '}') && depth <= (inPrint ?? 0)) inPrint = undefined;
    if ((token.text === '>' || token.text === '>>') && inPrint !== undefined && depth <= inPrint) return false;
  }
  return depth === 0;
}

/** Why the words of an awk call are dangerous. */
export function awkDanger(words: readonly string[]): Said[] {
  for (const [index, text] of words.entries()) {
    if (/^(?:-i|--include)$/.test(text) && words[index + 1] === 'inplace') continue; // gawk's equivalent of `sed -i`
    if (/^(?:-f|--file|-E|--exec|-l|--load|-i|--include)/.test(text)) return [say('awkFromFile')];
    if (/\bsystem\s{0,9}\(|\bgetline\b|@[A-Za-z_]|\/inet[46]?\//.test(text)) return [say('awkRuns')];
    if (isPlainAwkProgram(text)) continue;
    if (/\|(?!\|)/.test(text.replaceAll('||', ' '))) return [say('awkPipes')];
    const print = text.search(/\bprintf?\b/);
    if (print >= 0 && text.indexOf('>', print) >= 0) return [say('awkWrites')];
  }
  return [];
}

/** The program as tokens; `undefined` if two awks, or an awk and this reader, could disagree. */
function tokensOf(program: string): Token[] | undefined {
  if (program.length > MAX_LENGTH) return undefined;
  const tokens: Token[] = [];
  let at = 0;
  while (at < program.length) {
    const character = program.charAt(at);
    if (character === ' ' || character === '\t') {
      at++;
    } else if (character === '"') {
      const end = endOfText(program, at);
      if (end === undefined) return undefined;
      tokens.push({ type: 'text', text: program.slice(at, end) });
      at = end;
    } else if (character === '/' && !dividesAfter(tokens)) {
      if (!opensPatternAfter(tokens)) return undefined;
      const end = endOfPattern(program, at);
      if (end === undefined) return undefined;
      tokens.push({ type: 'pattern', text: program.slice(at, end) });
      at = end;
    } else if (/[A-Za-z_]/.test(character)) {
      const end = endOf(program, at, /\w/);
      tokens.push({ type: 'name', text: program.slice(at, end) });
      at = end;
    } else if (/[0-9]/.test(character)) {
      const end = endOf(program, at, /[0-9.]/);
      tokens.push({ type: 'number', text: program.slice(at, end) });
      at = end;
    } else {
      const pair = program.slice(at, at + 2);
      const mark = PAIRS.has(pair) ? pair : character;
      if (mark.length === 1 && !/[-{}()[\];,\n$+*/%^!~<>=?:&|.]/.test(mark)) return undefined;
      tokens.push({ type: 'mark', text: mark });
      at += mark.length;
    }
  }
  return tokens;
}

const PAIRS: ReadonlySet<string> = new Set(
  '|| && |& >> >= <= == != !~ ++ -- += -= *= %= ^='.split(' '), // not `/=`, which may begin a pattern
);

function endOf(program: string, from: number, part: RegExp): number {
  let end = from;
  while (end < program.length && part.test(program.charAt(end))) end++;
  return end;
}

function endOfText(program: string, from: number): number | undefined {
  for (let at = from + 1; at < program.length; at++) {
    const character = program.charAt(at);
    if (character === '\n') return undefined;
    if (character === '\\') {
      if (program.charAt(at + 1) === '\n') return undefined;
      at++;
    } else if (character === '"') return at + 1;
  }
  return undefined;
}

/** Gives up on a quote in a pattern, or a bracket that some awks read differently. */
function endOfPattern(program: string, from: number): number | undefined {
  for (let at = from + 1; at < program.length; at++) {
    const character = program.charAt(at);
    if (character === '"' || character === '\n') return undefined;
    if (character === '\\') {
      if (/[\n"]/.test(program.charAt(at + 1))) return undefined;
      at++;
    } else if (character === '[') {
      const set = PLAIN_SET.exec(program.slice(at, at + MAX_SET));
      if (!set) return undefined;
      at += set[0].length - 1;
    } else if (character === '/') return at + 1;
  }
  return undefined;
}

const MAX_SET = 200;
/** A bracket set without slash, quote or nested bracket other than named classes; backslashes only before letters, dots and dashes. */
const PLAIN_SET = /^\[\^?(?:\[:[a-z]+:\]|\\[a-z.-]|[^\][\\/"\n])+\]/;

/** True if the last token is a value, after which a slash means division. */
function dividesAfter(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.type === 'number') return true;
  if (last?.type === 'name') return !isKeyword(last.text) && !isFunction(last.text) && !FORBIDDEN.test(last.text);
  return last?.type === 'mark' && last.text === ']';
}

/** True if only a pattern can follow. After `)`, `++`, `print` and the like, a slash could be either. */
function opensPatternAfter(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined) return true;
  if (last.type !== 'mark') return false;
  if (last.text !== '\n') return /^(?:[{};,(!~]|&&|\|\||!~)$/.test(last.text);
  const before = tokens.findLast(({ text }) => text !== '\n');
  return before === undefined || (before.type === 'mark' && /^[{};]$/.test(before.text));
}

function setOf(names: string): (name: string) => boolean {
  const all: ReadonlySet<string> = new Set(names.split(' '));
  return (name) => all.has(name);
}
