/** Shell-style patterns over relative paths, matched in bounded time whatever the pattern. */

export interface GlobOptions {
  /** Whether `{a,b}` means alternatives. */
  braces: boolean;
  /** What an unclosed `[` matches: itself by default, or nothing, as in git. */
  openSet?: 'itself' | 'nothing';
}

/** Compiles a glob: `**` is any number of folders, `*` and `?` stay within a name, `[a-z]` and `{a,b}` as usual. */
export function compileGlob(
  pattern: string,
  { braces, openSet }: GlobOptions = { braces: true },
): (path: string) => boolean {
  const alternatives = (braces ? expandBraces(pattern) : [pattern]).map((each) => parsePath(each, openSet));
  return (path) => {
    const names = path.split('/');
    return alternatives.some((segments) => matchesPath(segments, names));
  };
}

/**
 * Compiles a pattern for a single name without folders. It matches at least whatever any shell could make of the
 * pattern, because every set counts as any character. For safety checks, where a false match is the smaller mistake.
 */
export function compileLooseName(pattern: string): (name: string) => boolean {
  const tokens = parseName(pattern).map((token) => (token === '[' || isSet(token) ? ANY : token));
  return (name) => matchesName(tokens, name);
}

/** Makes a bare name (`*.ts`) match at any depth. */
export function anyDepth(pattern: string): string {
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}

/**
 * The patterns that a pattern may mean if file names contain brackets. A part that exists verbatim is
 * taken as that name. After a wildcard, existence cannot be checked, so both readings are returned.
 */
export function namedLiterally(pattern: string, exists: (path: string) => boolean): string[] {
  if (!/[[{]/.test(pattern)) return [pattern];
  const names = pattern.split('/');
  const isAnyDepth = names.length === 1 && !exists(pattern);
  let isKnown = !isAnyDepth;
  const [meant, literal]: [string[], string[]] = [[], []];
  for (const [at, name] of names.entries()) {
    const hasBrackets = /[[{]/.test(name);
    const isThere = isKnown && hasBrackets && !name.includes('\\') && exists(names.slice(0, at + 1).join('/'));
    meant.push(isThere ? escapeBrackets(name) : name);
    literal.push(hasBrackets && !name.includes('\\') ? escapeBrackets(name) : name);
    if (!isThere && /[*?[{]/.test(name)) isKnown = false;
  }
  return isKnown || meant.join('/') === literal.join('/') ? [meant.join('/')] : [meant.join('/'), literal.join('/')];
}

function escapeBrackets(name: string): string {
  return name.replace(/[[\]{}]/g, '\\$&');
}

type Segment = readonly Token[] | '**';
/** One character, any character, any number of characters, or one of a set. */
type Token = string | { type: 'any' | 'star' } | { type: 'set'; ranges: readonly [string, string][]; negated: boolean };

const MAX_ALTERNATIVES = 256;
const STAR: Token = { type: 'star' };
const ANY: Token = { type: 'any' };
const NEVER: Token = { type: 'set', ranges: [], negated: false };

function parsePath(pattern: string, openSet: GlobOptions['openSet']): Segment[] {
  const names = pattern.split('/').filter((name, index) => name !== '' && !(name === '.' && index === 0));
  const segments = names.map((name): Segment => (name === '**' ? '**' : parseName(name, openSet)));
  if (segments.at(-1) === '**' || pattern.endsWith('/')) segments.push([STAR]); // everything below the folder, not the folder itself
  if (pattern.endsWith('/')) segments.splice(-1, 0, '**');
  return segments;
}

function parseName(name: string, openSet: GlobOptions['openSet'] = 'itself'): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const set = character === '[' ? parseSet(characters, at) : undefined;
    if (set) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === '[' && openSet === 'nothing') tokens.push(NEVER);
    else if (character === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (character === '?') tokens.push(ANY);
    else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      tokens.push(characters[at] as string);
    } else tokens.push(character);
  }
  return tokens;
}

/** The POSIX character classes, for ASCII. */
const CLASSES: Readonly<Record<string, readonly [string, string][]>> = {
  alnum: [
    ['0', '9'],
    ['A', 'Z'],
    ['a', 'z'],
  ],
  alpha: [
    ['A', 'Z'],
    ['a', 'z'],
  ],
  blank: [
    [' ', ' '],
    ['\t', '\t'],
  ],
  cntrl: [
    ['\0', '\x1f'],
    ['\x7f', '\x7f'],
  ],
  digit: [['0', '9']],
  graph: [['!', '~']],
  lower: [['a', 'z']],
  print: [[' ', '~']],
  punct: [
    ['!', '/'],
    [':', '@'],
    ['[', '`'],
    ['{', '~'],
  ],
  space: [
    [' ', ' '],
    ['\t', '\r'],
  ],
  upper: [['A', 'Z']],
  xdigit: [
    ['0', '9'],
    ['A', 'F'],
    ['a', 'f'],
  ],
};

function parseSet(name: readonly string[], start: number): { token: Token; end: number } | undefined {
  const negated = name[start + 1] === '!' || name[start + 1] === '^';
  const ranges: [string, string][] = [];
  let at = start + (negated ? 2 : 1);
  for (let isFirst = true; at < name.length; isFirst = false) {
    if (name[at] === ']' && !isFirst) return { token: { type: 'set', ranges, negated }, end: at }; // a `]` right at the start belongs to the set
    const named = name[at] === '[' && name[at + 1] === ':' ? classAt(name, at) : undefined;
    if (named) {
      ranges.push(...named.ranges);
      at = named.next;
      continue;
    }
    const from = characterAt(name, at);
    const isRange = name[from.next] === '-' && name[from.next + 1] !== undefined && name[from.next + 1] !== ']';
    const to = isRange ? characterAt(name, from.next + 1) : from;
    ranges.push([from.character, to.character]);
    at = to.next;
  }
  return undefined;
}

function classAt(
  name: readonly string[],
  at: number,
): { ranges: readonly [string, string][]; next: number } | undefined {
  const end = name.indexOf(']', at + 2);
  const ranges = name[end - 1] === ':' ? CLASSES[name.slice(at + 2, end - 1).join('')] : undefined;
  return ranges && { ranges, next: end + 1 };
}

function characterAt(name: readonly string[], at: number): { character: string; next: number } {
  const isEscaped = name[at] === '\\' && at + 1 < name.length;
  return { character: name[isEscaped ? at + 1 : at] as string, next: at + (isEscaped ? 2 : 1) };
}

function matchesPath(segments: readonly Segment[], names: readonly string[]): boolean {
  return matchesWithStars(
    segments.length,
    names.length,
    (at) => segments[at] === '**',
    (at, index) => matchesName(segments[at] as readonly Token[], names[index] ?? ''),
  );
}

function matchesName(tokens: readonly Token[], name: string): boolean {
  const characters = /[\ud800-\udfff]/.test(name) ? Array.from(name) : name; // `?` matches a whole character, not half of a surrogate pair
  return matchesWithStars(
    tokens.length,
    characters.length,
    (at) => tokens[at] === STAR,
    (at, index) => matchesOne(tokens[at] as Token, characters[index] as string),
  );
}

/** Only the last star is ever retried, so the time is bounded by pattern length times text length. */
function matchesWithStars(
  patternLength: number,
  textLength: number,
  isStar: (at: number) => boolean,
  matches: (at: number, index: number) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < textLength) {
    if (at < patternLength && isStar(at)) {
      star = at;
      resume = index;
      at += 1;
    } else if (at < patternLength && matches(at, index)) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (at < patternLength && isStar(at)) at += 1;
  return at === patternLength;
}

function matchesOne(token: Token, character: string): boolean {
  if (typeof token === 'string') return token === character;
  if (!isSet(token)) return true;
  return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.negated;
}

function isSet(token: Token): token is Extract<Token, { type: 'set' }> {
  return typeof token !== 'string' && token.type === 'set';
}

function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= MAX_ALTERNATIVES) {
    const next = open.pop() ?? '';
    const braces = firstBraces(next);
    if (!braces) done.push(next);
    else
      open.push(...braces.options.map((option) => next.slice(0, braces.start) + option + next.slice(braces.end + 1)));
  }
  return [...done, ...open];
}

function firstBraces(pattern: string): { start: number; end: number; options: string[] } | undefined {
  const start = /^(?:[^\\{]|\\.)*\{/s.exec(pattern)?.[0].length;
  return start === undefined ? undefined : bracesAt(pattern, start - 1);
}

function bracesAt(pattern: string, start: number): { start: number; end: number; options: string[] } | undefined {
  let depth = 0;
  let from = start + 1;
  const options: string[] = [];
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) continue;
      return { start, end: at, options: [...options, pattern.slice(from, at)] };
    }
  }
  return undefined; // never closed, so a plain character
}
