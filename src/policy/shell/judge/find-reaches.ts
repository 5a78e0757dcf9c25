/** Whether find may pass a file on: name tests are evaluated, and all other tests may go either way. */

import { compileLooseName } from '../../../base/text/glob.ts';
import { endOfFindCommand, FIND_WITH_PATH, FIND_WITH_TEXT } from '../../programs/find.ts';
import type { Word } from '../read/words.ts';

export interface Candidate {
  /** The path as find would print it. */
  path: string;
  /** The depth below the starting point. */
  depth: number;
}

/** The possible results of a test. */
interface TestResult {
  yes: boolean;
  no: boolean;
}

const EITHER: TestResult = { yes: true, no: true };
const ACTIONS = /^-(?:exec|execdir|print|print0|ls|printf)$/;

/** `expression` is all words after the starting points. */
export function findReaches(expression: readonly Word[], { path, depth }: Candidate): boolean {
  const values = expression.map(({ value }) => value);
  const limit = (flag: string): number | undefined => {
    const at = values.lastIndexOf(flag);
    return at < 0 ? undefined : Number(values[at + 1]);
  };
  if (depth > (limit('-maxdepth') ?? depth) || depth < (limit('-mindepth') ?? depth)) return false;
  let at = 0;
  let isReached = false;
  const hasAction = values.some((value) => ACTIONS.test(value));

  const list = (isLive: boolean): TestResult => {
    let result = either(isLive);
    while (values[at] === ',') {
      at += 1;
      result = either(isLive);
    }
    return result;
  };
  const either = (isLive: boolean): TestResult => {
    let result = both(isLive);
    while (values[at] === '-o' || values[at] === '-or') {
      at += 1;
      const right = both(isLive && result.no);
      result = { yes: result.yes || (result.no && right.yes), no: result.no && right.no };
    }
    return result;
  };
  const both = (isLive: boolean): TestResult => {
    let result = one(isLive);
    while (at < values.length && !/^(?:-o|-or|,|\))$/.test(values[at] ?? '')) {
      if (/^-(?:a|and)$/.test(values[at] ?? '')) at += 1;
      const right = one(isLive && result.yes);
      result = { yes: result.yes && right.yes, no: result.no || (result.yes && right.no) };
    }
    return result;
  };
  const one = (isLive: boolean): TestResult => {
    const value = values[at++] ?? '';
    if (value === '!' || value === '-not') {
      const { yes, no } = one(isLive);
      return { yes: no, no: yes };
    }
    if (value === '(') {
      const inner = list(isLive);
      at += 1;
      return inner;
    }
    if (ACTIONS.test(value)) {
      isReached ||= isLive;
      if (value.startsWith('-exec')) at = endOfFindCommand(expression, at - 1) + 1;
      if (value === '-printf') at += 1;
      return EITHER;
    }
    if (value === '-true') return { yes: true, no: false };
    if (value === '-false') return { yes: false, no: true };
    if (!FIND_WITH_TEXT.test(value) && !FIND_WITH_PATH.test(value)) return EITHER;
    return tested(value, values[at++] ?? '', path);
  };

  const result = at < values.length ? list(true) : EITHER;
  return hasAction ? isReached : result.yes;
}

function tested(test: string, value: string, path: string): TestResult {
  const fold = (text: string): string => (test.startsWith('-i') ? text.toLowerCase() : text);
  switch (test) {
    case '-type':
      return value.includes('f') ? EITHER : { yes: false, no: true };
    case '-name':
    case '-iname':
      return matched(fold(value), fold(path.slice(path.lastIndexOf('/') + 1)));
    case '-path':
    case '-ipath':
    case '-wholename':
    case '-iwholename':
      return matched(fold(value), fold(path));
    default:
      return EITHER;
  }
}

/** A bracket set counts as any character, so a match through one may not be a real match. */
function matched(pattern: string, text: string): TestResult {
  if (!compileLooseName(pattern)(text)) return { yes: false, no: true };
  return { yes: true, no: /[[\\]/.test(pattern) };
}
