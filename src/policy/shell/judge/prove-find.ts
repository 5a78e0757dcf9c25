/** Which find expressions only look and print; the commands of `-exec` are judged separately. */

import { say } from '../../say.ts';
import type { ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { Gap } from './gap.ts';
import { aims } from './prove-operand.ts';

const TESTS_ALONE =
  /^-(?:empty|true|false|depth|d|daystart|mount|xdev|noleaf|print|print0|ls|prune|quit|readable|writable|executable|nouser|nogroup|a|and|o|or|not|nowarn|warn|follow|ignore_readdir_race|noignore_readdir_race)$/;
export const TESTS_WITH_TEXT =
  /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|mtime|atime|ctime|mmin|amin|cmin|maxdepth|mindepth|perm|user|group|uid|gid|links|inum|newermt|used|fstype|printf|lname|ilname)$/;
const NAME_TESTS = /^-i?(?:name|path|wholename|lname|regex)$/;
export const TESTS_WITH_PATH = /^-(?:newer|anewer|cnewer|samefile)$/;

export function proveFind(words: readonly Word[], context: ShellContext, pathGaps: (word: Word) => Gap[]): Gap[] {
  const gaps: Gap[] = [];
  const runs = words.some((word) => word.value.startsWith('-exec'));
  let inStart = true;
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    const value = word.value;
    if (word.kind === 'opaque' || (word.kind === 'glob' && (!inStart || word.lead === ''))) {
      gaps.push({ kind: 'operand', ...say('onlyKnownWhenRun', word.text) });
      continue;
    }
    if (inStart && /^-(?:H|L|P|O[0-3])$/.test(value)) continue;
    if (inStart && !/^[-(),!]/.test(value)) {
      gaps.push(...pathGaps(word));
      continue;
    }
    inStart = false;
    if (/^(?:\(|\)|!|,)$/.test(value) || TESTS_ALONE.test(value)) continue;
    const next = words[index + 1];
    if (TESTS_WITH_TEXT.test(value) && next?.kind === 'literal') {
      const isNegated = context.look.findName !== undefined && /^(?:!|-not)$/.test(words[index - 1]?.value ?? '');
      if (runs && !isNegated && NAME_TESTS.test(value) && aims(next.value.replaceAll('\\', ''), context, true))
        gaps.push({ kind: 'secret', ...say('aimsAtSecrets', next.text) });
      index++;
      continue;
    }
    if (TESTS_WITH_PATH.test(value) && next) {
      gaps.push(...pathGaps(next));
      index++;
      continue;
    }
    if (/^-(?:exec|execdir)$/.test(value)) {
      index = endOfCommand(words, index);
      if (index >= words.length) gaps.push({ kind: 'flag', ...say('findNoEnd', value) });
      continue;
    }
    gaps.push({ kind: 'flag', ...say('findMoreThanLook', word.text) });
  }
  return gaps;
}

/** The files that find lists will be opened, so its name tests must not aim at secrets. */
export function secretNameGaps(words: readonly Word[], context: ShellContext): Gap[] {
  return words.flatMap((word, index): Gap[] => {
    const isTest = NAME_TESTS.test(words[index - 1]?.value ?? '');
    const isAimed = isTest && aims(word.value.replaceAll('\\', ''), context, true);
    return isAimed ? [{ kind: 'secret', ...say('aimsAtSecrets', word.text) }] : [];
  });
}

/** The end of the `-exec` command that starts at `from`. */
export function endOfCommand(words: readonly Word[], from: number): number {
  let index = from + 1;
  while (
    index < words.length &&
    words[index]?.value !== ';' &&
    !(words[index]?.value === '+' && words[index - 1]?.value === '{}')
  )
    index++;
  return index;
}
