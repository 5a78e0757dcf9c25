/** Which find expressions only look and print; the commands of `-exec` are judged separately. */

import { endOfFindCommand, FIND_ALONE, FIND_BY_NAME, FIND_WITH_PATH, FIND_WITH_TEXT } from '../../programs/find.ts';
import { say } from '../../say.ts';
import type { ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { Gap } from './gap.ts';
import { aims } from './prove-operand.ts';

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
    if (/^(?:\(|\)|!|,)$/.test(value) || FIND_ALONE.test(value)) continue;
    const next = words[index + 1];
    if (FIND_WITH_TEXT.test(value) && next?.kind === 'literal') {
      const isNegated = context.disk.findName !== undefined && /^(?:!|-not)$/.test(words[index - 1]?.value ?? '');
      if (
        runs &&
        !isNegated &&
        FIND_BY_NAME.test(value) &&
        aims(next.value.replaceAll('\\', ''), context, { wildcardsTakeDots: true })
      )
        gaps.push({ kind: 'secret', ...say('aimsAtSecrets', next.text) });
      index++;
      continue;
    }
    if (FIND_WITH_PATH.test(value) && next) {
      gaps.push(...pathGaps(next));
      index++;
      continue;
    }
    if (/^-(?:exec|execdir)$/.test(value)) {
      index = endOfFindCommand(words, index);
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
    const isTest = FIND_BY_NAME.test(words[index - 1]?.value ?? '');
    const isAimed = isTest && aims(word.value.replaceAll('\\', ''), context, { wildcardsTakeDots: true });
    return isAimed ? [{ kind: 'secret', ...say('aimsAtSecrets', word.text) }] : [];
  });
}
