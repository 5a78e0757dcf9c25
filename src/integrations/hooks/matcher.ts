/** Decides which calls a hook waits for: exact names, a list of names, or a regular expression; and rules such as `Bash(git *)`. */

import { matchesStars } from '../../base/text/matches-stars.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { inTheirWords } from '../../words/fault.ts';

/** The names of a call. */
export interface NamesOf {
  /** Names that a regular expression is matched against. */
  main: readonly string[];
  /** Further names that a plain name may match. */
  also: readonly string[];
}

export interface Matcher {
  matches(names: NamesOf): boolean;
  /** Why the matcher cannot be used. */
  problem?: Fault;
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
  if (text.length > LONGEST_PATTERN) return { matches: () => false, problem: extensionFault('patternTooLong') };
  try {
    const pattern = new RegExp(text);
    return { matches: ({ main }) => main.some((name) => name.length <= LONGEST_NAME && pattern.test(name)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { matches: () => false, problem: inTheirWords(error.message) };
  }
}

/** Whether a rule covers the whole call, a part of it, or nothing. Only a rule that covers the whole call can approve it. */
export type RuleReach = 'whole' | 'part' | 'none';

const RULE = /^([\w*]+)(?:\(([\s\S]*)\))?$/;
/** Where a shell line may begin another command. */
const COMMAND_END = /[;&|\n`()<>]|\$\(/;

/** `texts`: what the rule's pattern is compared with, such as the shell line or the path. */
export function ruleReach(rule: string, names: NamesOf, texts: readonly string[]): RuleReach {
  const [, tool = '', pattern] = RULE.exec(rule.trim()) ?? [];
  if (tool === '') return 'part'; // not understood: the hook runs but cannot approve
  if (tool !== '*' && ![...names.main, ...names.also].includes(tool)) return 'none';
  if (pattern === undefined || pattern === '' || pattern === '*') return 'whole';
  const wanted = pattern.replace(/:\*$/, '*');
  const isWhole = texts.some((text) => matchesStars(wanted, text.trim()));
  if (isWhole) return texts.some((text) => COMMAND_END.test(text)) ? 'part' : 'whole';
  const parts = texts.flatMap((text) => text.split(COMMAND_END)).map((part) => part.trim());
  return parts.some((part) => matchesStars(wanted, part)) ? 'part' : 'none';
}
