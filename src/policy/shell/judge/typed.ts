/** What an interactive shell does with a line that it would not do in a script. */

import type { Reason, Said } from '../../../protocol/policy.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import type { ShellAnalysis } from './analyse.ts';

/** `!!`, `!$`, `!ls`, and `^old^new` at the beginning of a line. */
const HISTORY = /![^\s=(]|^\s*\^/m;

export function typedReasons(line: string, shell: string, { commands }: ShellAnalysis): Reason[] {
  const found: Said[] = [];
  if (shell !== 'bash') found.push(say('typedForeign', shell));
  if (HISTORY.test(line)) found.push(say('typedHistory'));
  if (/\\\s*$/.test(line)) found.push(say('typedOn'));
  if (commands.some(({ name }) => programNamed(name)?.grammar === 'git')) found.push(say('typedGit'));
  return found.map((said) => ({ code: 'not-proved', ...said, risk: true, part: line, span: [0, line.length] }));
}
