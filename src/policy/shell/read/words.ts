/** Words as the shell would read them: what is known for certain, what is a pattern, what is not known. */

import { expandBraces } from './braces.ts';
import type { SyntaxWord, WordPart } from './parse.ts';

export interface Word {
  /** As written. */
  text: string;
  span: readonly [number, number];
  /** `literal`: exactly `value`. `glob`: names that match `value`. `opaque`: only known when it runs. */
  kind: 'literal' | 'glob' | 'opaque';
  /** The text with quotes removed; a glob's pattern; what is known of an opaque word. */
  value: string;
  /** What certainly stands at its beginning. */
  lead: string;
  /** What an opaque word may well be: values the line itself gave, variables that are known, nothing. */
  guesses: readonly string[];
}

export interface WordContext {
  home: string;
  /** Possible values of variables, by name. */
  variables: ReadonlyMap<string, readonly string[]>;
  /** The literal output of a substitution, where it is plain to see. */
  outputOf(part: WordPart): readonly string[];
}

const MAX_GUESSES = 8;
const MAX_GUESS_LENGTH = 1_000;

/** One written word gives several where braces expand. */
export function resolveWord(word: SyntaxWord, context: WordContext): Word[] {
  const whole: Word = {
    text: word.text,
    span: [word.pos, word.end],
    kind: 'literal',
    value: word.value,
    lead: word.value,
    guesses: [],
  };
  const parts = word.parts;
  if (!parts) return [withTilde(whole, word.text, context.home)];
  const builder = buildWord(parts, context);
  const base = withTilde(
    { ...whole, ...builder.word },
    parts[0]?.type === 'Literal' ? parts[0].text : '',
    context.home,
  );
  if (!builder.hasBraces) return [base];
  const expanded = builder.onlyBracesAndLiterals ? expandBraces(word.text) : undefined;
  if (!expanded) {
    const likely = expandBraces(word.text.replace(/['"\\[\]]/g, ''));
    return [{ ...base, kind: 'opaque', guesses: likely ? [likely.join(' ')] : base.guesses }];
  }
  return expanded.filter((value) => value !== '').map((value) => ({ ...whole, value, lead: value })); // the shell drops empty ones
}

/** All that a word may turn out to be, for those who look for danger. */
export function readingsOf(word: Word): readonly string[] {
  return word.kind === 'opaque' ? word.guesses : [word.value];
}

export function literalsOf(words: readonly Word[]): string[] | undefined {
  return words.every((word) => word.kind === 'literal') ? words.map((word) => word.value) : undefined;
}

interface Built {
  word: Pick<Word, 'kind' | 'value' | 'lead' | 'guesses'>;
  hasBraces: boolean;
  onlyBracesAndLiterals: boolean;
}

function buildWord(parts: readonly WordPart[], context: WordContext): Built {
  let value = '';
  let lead: string | undefined;
  let isGlob = false;
  let isOpaque = false;
  let hasBraces = false;
  let onlyBracesAndLiterals = true;
  let guesses: string[] = [''];

  const know = (text: string): void => {
    value += text;
    if (isOpaque) guesses = guesses.map((guess) => guess + text);
  };
  const unknown = (options: readonly string[]): void => {
    lead ??= value;
    if (!isOpaque) guesses = [value];
    isOpaque = true;
    const choices = options.length > 0 ? options : [''];
    const longer = choices.flatMap((choice) => guesses.map((guess) => guess + choice));
    guesses = longer.filter((guess) => guess.length <= MAX_GUESS_LENGTH).slice(0, MAX_GUESSES);
  };
  const visit = (part: WordPart): void => {
    switch (part.type) {
      case 'Literal':
        if (/[{}]/.test(part.text)) onlyBracesAndLiterals = false;
        if (part.text !== part.value) onlyBracesAndLiterals = false;
        know(part.value);
        return;
      case 'AnsiCQuoted':
        if (part.text.includes('\\\n')) return unknown([part.value]); // kept by the shell, dropped by the parser
        onlyBracesAndLiterals = false;
        know(part.value);
        return;
      case 'SingleQuoted':
        onlyBracesAndLiterals = false;
        know(part.value);
        return;
      case 'DoubleQuoted':
        onlyBracesAndLiterals = false;
        for (const child of part.parts) visit(child);
        return;
      case 'Glob':
      case 'ExtendedGlob':
        onlyBracesAndLiterals = false;
        lead ??= value;
        isGlob = true;
        know(part.type === 'Glob' ? part.text : '*');
        return;
      case 'BraceExpansion':
        lead ??= value;
        hasBraces = true;
        unknown(expandBraces(part.text) ?? []);
        return;
      case 'SimpleExpansion':
        onlyBracesAndLiterals = false;
        if (part.text === '$?') return know('0'); // a number, whatever it is
        unknown(context.variables.get(part.text.replace(/^\$\{?|\}$/g, '')) ?? []);
        return;
      case 'ParameterExpansion': {
        onlyBracesAndLiterals = false;
        const known = context.variables.get(part.parameter) ?? [];
        const fallback = part.operation?.type === 'Default' && part.operation.operand.parts === undefined;
        unknown(fallback && part.operation?.type === 'Default' ? [...known, part.operation.operand.value] : known);
        return;
      }
      case 'LocaleString':
        onlyBracesAndLiterals = false;
        unknown([part.parts.map((child) => ('value' in child ? child.value : '')).join('')]);
        return;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticExpansion':
        onlyBracesAndLiterals = false;
        unknown(context.outputOf(part));
        return;
    }
  };
  for (const part of parts) visit(part);
  const kind = isOpaque ? 'opaque' : isGlob ? 'glob' : 'literal';
  const word = { kind, value, lead: lead ?? value, guesses: isOpaque ? [...new Set(guesses)] : [] } as const;
  return { word, hasBraces, onlyBracesAndLiterals };
}

/** `~`, `~/x` and `~name` at the start; after `=` the shell may or may not expand it, so that is not known. */
function withTilde(word: Word, unquotedStart: string, home: string): Word {
  if (unquotedStart.startsWith('~')) {
    const name = /^~([^/]*)/.exec(word.value)?.[1] ?? '';
    if (/^[+-]/.test(name)) return { ...word, kind: 'opaque', lead: '', guesses: [] };
    const others = home.slice(0, home.lastIndexOf('/'));
    const folder = name === '' ? home : name === 'root' ? '/root' : `${others}/${name}`;
    const expand = (text: string): string => (text.startsWith('~') ? folder + text.slice(1 + name.length) : text);
    return { ...word, value: expand(word.value), lead: expand(word.lead), guesses: word.guesses.map(expand) };
  }
  if (word.kind === 'literal' && /[=:]~/.test(word.text)) {
    const guess = word.value.replace(/([=:])~(?=\/|$)/, `$1${home}`);
    return { ...word, kind: 'opaque', guesses: [guess] };
  }
  return word;
}
