/** Which calls a hook waits for: names as they are, a list of names, or a regular expression; and rules such as `Bash(git *)`. */

/** Names that a call goes by. */
export interface NamesOf {
  /** What a regular expression is compared with. */
  main: readonly string[];
  /** What a plain name may be besides. */
  also: readonly string[];
}

export interface Matcher {
  matches(names: NamesOf): boolean;
  /** Why it cannot be used. */
  problem?: string;
}

const ALL: Matcher = { matches: () => true };
const PLAIN = /^[\w|, -]+$/;
const LONGEST_NAME = 256;
const LONGEST_PATTERN = 1000;

export function readMatcher(text: string): Matcher {
  if (text === '' || text === '*') return ALL;
  if (PLAIN.test(text)) {
    const wanted = new Set(text.split(/[|,]/).map((name) => name.trim()));
    return { matches: ({ main, also }) => [...main, ...also].some((name) => wanted.has(name)) };
  }
  try {
    if (text.length > LONGEST_PATTERN) throw new SyntaxError('the regular expression is too long');
    const pattern = new RegExp(text);
    return { matches: ({ main }) => main.some((name) => name.length <= LONGEST_NAME && pattern.test(name)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { matches: () => false, problem: error.message };
  }
}

/** What a rule is about: the whole of the call, a part of it, or nothing. Only what is about the whole can approve it. */
export type RuleReach = 'whole' | 'part' | 'none';

const RULE = /^([\w*]+)(?:\(([\s\S]*)\))?$/;
/** Where a shell line may begin another command. */
const COMMAND_END = /[;&|\n`()<>]|\$\(/;

/** `texts`: what the pattern of a rule is compared with, such as the shell line or the path. */
export function ruleReach(rule: string, names: NamesOf, texts: readonly string[]): RuleReach {
  const [, tool = '', pattern] = RULE.exec(rule.trim()) ?? [];
  if (tool === '') return 'part'; // not understood: it runs, and cannot approve
  if (tool !== '*' && ![...names.main, ...names.also].includes(tool)) return 'none';
  if (pattern === undefined || pattern === '' || pattern === '*') return 'whole';
  const wanted = pattern.replace(/:\*$/, '*');
  const isWhole = texts.some((text) => hasForm(wanted, text.trim()));
  if (isWhole) return texts.some((text) => COMMAND_END.test(text)) ? 'part' : 'whole';
  const parts = texts.flatMap((text) => text.split(COMMAND_END)).map((part) => part.trim());
  return parts.some((part) => hasForm(wanted, part)) ? 'part' : 'none';
}

/** `*` stands for any text; in time that grows with the text alone. */
function hasForm(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
