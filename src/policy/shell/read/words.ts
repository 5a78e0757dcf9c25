/** Words as the shell would read them: known for certain, a pattern, or unknown. */

import { decodeAnsiC, looseAnsiC } from './ansi-c.ts';
import { expandBraces } from './braces.ts';
import { isPlainArithmetic, type SyntaxWord, type WordPart } from './parse.ts';

export interface Word {
  /** As written. */
  text: string;
  span: readonly [number, number];
  /** `literal`: exactly `value`. `glob`: names that match `value`. `opaque`: known only at run time. */
  kind: 'literal' | 'glob' | 'opaque';
  /** The text without quotes, a glob's pattern, or the known parts of an opaque word. */
  value: string;
  /** The text that the word certainly begins with. */
  lead: string;
  /** True if an opaque word is certainly data, such as a line that was read or a public variable. It may be any number of words. */
  isData?: true;
  /** Likely values of an opaque word: values the line itself gave, known variables, or nothing. */
  guesses: readonly string[];
}

export interface WordContext {
  home: string;
  /** Possible values of variables, by name. */
  variables: ReadonlyMap<string, readonly string[]>;
  /** Variables whose values are certain. */
  certain?: ReadonlyMap<string, Certain>;
  /** The literal output of a substitution, if it is plain to see. */
  outputOf(part: WordPart): readonly string[];
}

/** One text, one name that matches a pattern, or a text from elsewhere. */
export type Certain = { kind: 'literal' | 'glob'; value: string } | { kind: 'data' };

/** Variables that hold no secret. */
const PUBLIC =
  /^(?:PATH|USER|LOGNAME|SHELL|LANG|TERM|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|BASH_VERSION|UID|EUID|PPID|RANDOM|SECONDS|LINENO|SHLVL|COLUMNS|LINES|TZ|EDITOR|PAGER|[$#!-])$/;

/** Text that survives outside quotes: no blanks, wildcards, or anything a shell would split or expand. */
const UNSPLIT = /^[\w./+@%:,-]+$/;

const MAX_GUESSES = 8;
const MAX_GUESS_LENGTH = 1_000;

/** Resolves one written word, which becomes several if braces expand. */
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
  const mayExpand = mayExpandBraces(word);
  if (!parts && !mayExpand) return [withTilde(whole, word.text, context)];
  if (!parts) return expandedBraces(whole, word, context.home);
  const builder = buildWord(parts, context);
  const base = withTilde({ ...whole, ...builder.word }, parts[0]?.type === 'Literal' ? parts[0].text : '', context);
  if (!builder.hasBraces && !mayExpand) return [base];
  return builder.onlyBracesAndLiterals
    ? expandedBraces(base, word, context.home)
    : [opaqueBraces(base, word, context.home)];
}

/** All words the braces produce, or a single opaque word. */
function expandedBraces(base: Word, word: SyntaxWord, home: string): Word[] {
  const expanded = expandBraces(word.text);
  if (!expanded) return [opaqueBraces(base, word, home)];
  const { text, span } = base;
  return expanded
    .filter((value) => value !== '') // the shell drops empty words
    .map((value) => ({ text, span, kind: 'literal', value, lead: value, guesses: [] }));
}

/** A word whose braces are not understood for certain, with the likely words as guesses. */
function opaqueBraces(base: Word, word: SyntaxWord, home: string): Word {
  const bare = word.text.replace(/['"\\[\]]/g, '');
  const likely = expandBraces(bare) ?? loosePieces(bare);
  const guesses = [...base.guesses, likely.join(' '), ...likely.map((piece) => piece.replace(/^~(?=\/|$)/, home))];
  return { ...base, kind: 'opaque', lead: '', guesses: [...new Set(guesses)].filter((guess) => guess !== '') };
}

/** Pieces of braces that are not understood, for checks that look for danger. */
function loosePieces(text: string): string[] {
  return text
    .split(/[{},]/)
    .filter((piece) => piece !== '')
    .slice(0, MAX_GUESSES);
}

/**
 * True if the word has an unquoted `{`, then a comma or two dots, then a `}`: the shell may expand it to several words. `{x},y}` expands,
 * although a closing brace comes first.
 */
function mayExpandBraces(word: SyntaxWord): boolean {
  if (!word.text.includes('{')) return false;
  const bare = unquoted(word);
  const open = bare.indexOf('{');
  const close = bare.lastIndexOf('}');
  if (open < 0 || close < open) return false;
  const inner = bare.slice(open, close);
  return inner.includes(',') || inner.includes('..');
}

/** The word with everything quoted or expanded replaced by a letter. */
function unquoted(word: SyntaxWord): string {
  const plain = (text: string): string => text.replace(/\\[\s\S]/g, 'Q');
  if (!word.parts) return plain(word.text); // only backslashes can quote here
  return word.parts
    .map((part) => {
      switch (part.type) {
        case 'Literal':
        case 'Glob':
        case 'ExtendedGlob':
        case 'BraceExpansion':
          return plain(part.text);
        default:
          return 'Q';
      }
    })
    .join('');
}

/** All that a word may turn out to be, for checks that look for danger. */
export function readingsOf(word: Word): readonly string[] {
  return word.kind === 'opaque' ? word.guesses : [word.value];
}

export function literalsOf(words: readonly Word[]): string[] | undefined {
  return words.every((word) => word.kind === 'literal') ? words.map((word) => word.value) : undefined;
}

interface Built {
  word: Pick<Word, 'kind' | 'value' | 'lead' | 'guesses' | 'isData'>;
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
  let isData = true;

  const know = (text: string): void => {
    value += text;
    if (isOpaque) guesses = guesses.map((guess) => guess + text);
  };
  const unknown = (options: readonly string[], part = { isData: false }): void => {
    isData &&= part.isData;
    lead ??= value;
    if (!isOpaque) guesses = [value];
    isOpaque = true;
    const choices = options.length > 0 ? options : [''];
    const longer = choices.flatMap((choice) => guesses.map((guess) => guess + choice));
    guesses = longer.filter((guess) => guess.length <= MAX_GUESS_LENGTH).slice(0, MAX_GUESSES);
  };
  const expansion = (name: string, isQuoted: boolean): void => {
    onlyBracesAndLiterals = false;
    const certain = context.certain?.get(name) ?? (PUBLIC.test(name) ? { kind: 'data' } : undefined);
    if (certain?.kind === 'literal' && (isQuoted || UNSPLIT.test(certain.value))) return know(certain.value);
    if (certain?.kind === 'glob' && isQuoted) {
      lead ??= value;
      isGlob = true;
      return know(certain.value);
    }
    unknown(context.variables.get(name) ?? [], { isData: certain?.kind === 'data' });
  };
  const visit = (part: WordPart, { isQuoted = false } = {}): void => {
    switch (part.type) {
      case 'Literal':
        if (part.text !== part.value) onlyBracesAndLiterals = false;
        know(part.value);
        return;
      case 'AnsiCQuoted': {
        onlyBracesAndLiterals = false;
        const text = decodeAnsiC(part.text);
        if (text === undefined) return unknown([part.value, looseAnsiC(part.text)]);
        know(text);
        return;
      }
      case 'SingleQuoted':
        onlyBracesAndLiterals = false;
        know(part.value);
        return;
      case 'DoubleQuoted':
        onlyBracesAndLiterals = false;
        for (const child of part.parts) visit(child, { isQuoted: true });
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
        if (part.text === '$?') {
          onlyBracesAndLiterals = false;
          return know('0'); // some number
        }
        return expansion(part.text.replace(/^\$\{?|\}$/g, ''), isQuoted);
      case 'ParameterExpansion': {
        onlyBracesAndLiterals = false;
        if (/^\$\{\w+\}$/.test(part.text)) return expansion(part.parameter, isQuoted);
        const known = context.variables.get(part.parameter) ?? [];
        const fallback = part.operation?.type === 'Default' && part.operation.operand.parts === undefined;
        unknown(fallback && part.operation?.type === 'Default' ? [...known, part.operation.operand.value] : known);
        return;
      }
      case 'LocaleString':
        onlyBracesAndLiterals = false;
        unknown([part.parts.map((child) => ('value' in child ? child.value : '')).join('')]);
        return;
      case 'ArithmeticExpansion':
        onlyBracesAndLiterals = false;
        unknown([], { isData: isPlainArithmetic(part.expression) });
        return;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        onlyBracesAndLiterals = false;
        unknown(context.outputOf(part));
        return;
    }
  };
  for (const part of parts) visit(part);
  const kind = isOpaque ? 'opaque' : isGlob ? 'glob' : 'literal';
  const word = {
    kind,
    value,
    lead: lead ?? value,
    guesses: isOpaque ? [...new Set(guesses)] : [],
    ...(isOpaque && isData ? { isData: true as const } : {}),
  } as const;
  return { word, hasBraces, onlyBracesAndLiterals };
}

/** Expands `~`, `~/x` and `~name` at the start. After `=` the shell may or may not expand it, so the word becomes opaque. */
function withTilde(word: Word, unquotedStart: string, { home, variables }: WordContext): Word {
  const folders = variables.get('PWD');
  if (unquotedStart.startsWith('~')) {
    const name = /^~([^/]*)/.exec(word.value)?.[1] ?? '';
    if (/^[+-]/.test(name)) {
      const guesses = (folders ?? []).map((folder) => folder + word.value.slice(2));
      return { ...word, kind: 'opaque', lead: '', guesses };
    }
    const others = home.slice(0, home.lastIndexOf('/'));
    const folder = name === '' ? home : name === 'root' ? '/root' : `${others}/${name}`;
    const expand = (text: string): string => (text.startsWith('~') ? folder + text.slice(1 + name.length) : text);
    const isHome = unquotedStart.startsWith('~/') || (unquotedStart === '~' && word.text === '~');
    if (!isHome) {
      const readings = word.kind === 'opaque' ? word.guesses : [word.value];
      return { ...word, kind: 'opaque', lead: '', guesses: [...new Set([...readings.map(expand), ...readings])] }; // whose folder it is, if any, is not known
    }
    return { ...word, value: expand(word.value), lead: expand(word.lead), guesses: word.guesses.map(expand) };
  }
  if (word.kind === 'literal' && /[=:]~/.test(word.text)) {
    const guess = word.value.replace(/([=:])~(?=\/|$)/, `$1${home}`);
    return { ...word, kind: 'opaque', guesses: [guess] };
  }
  return word;
}

/** True for the target of `2>&1` and `>&-`: an open stream, not a file. */
export function isDescriptor(target: readonly Word[]): boolean {
  const [word] = target;
  return target.length === 1 && word?.kind === 'literal' && /^(?:\d+-?|-)$/.test(word.value);
}
