/** Shell lines within code of another language: `python3 -c 'os.system("rm -rf /")'`, seen so that the worst is refused. */

import { programLike } from '../../programs/table.ts';
import type { Word } from '../read/words.ts';

const MAX_TEXTS = 8;

/** Only what could be refused is worth a look: the code itself is asked about anyway. */
const WORTH_A_LOOK =
  /(?:^|[\s;&|(/])(?:rm|dd|mv|find|chmod|chown|mkfs\S*|wipefs|shred|shutdown|reboot|poweroff|halt|init|systemctl)(?:\s|$)/;

/** Functions that delete a folder with all that is in it. */
const DELETES = /\b(?:rmtree|rmSync|rmdirSync|removeSync|rm_rf?|remove_tree|remove_dir_all|RemoveAll)\b[\s(]*$/;

/** The texts in the code of a call that a shell may get to read, as shell lines. */
export function shellTextIn(program: string, words: readonly Word[]): string[] {
  if (!programLike(program)?.runsCode) return [];
  const found: string[] = [];
  for (const word of words.slice(1)) {
    if (word.kind !== 'literal' || !/["'`]/.test(word.value)) continue;
    for (const match of word.value.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs)) {
      const text = match[2] ?? '';
      if (DELETES.test(word.value.slice(0, match.index))) found.push(`rm -rf ${quoted(text)}`);
      else if (WORTH_A_LOOK.test(text)) found.push(text);
    }
  }
  return found.slice(0, MAX_TEXTS);
}

/** A leading `~` stays what it is. */
function quoted(path: string): string {
  const rest = path.replace(/^~/, '');
  return `${path.startsWith('~') ? '~' : ''}'${rest.replaceAll("'", "'\\''")}'`;
}
