/** Shows a proposed change in the editor, one diff per file, and waits for the answers. */

import type { EditorAnswer } from '../../protocol/ide.ts';
import type { ProposedFile } from '../../protocol/tool.ts';
import type { Companion } from './companion.ts';

/** More diffs at once would not be useful. */
const MOST_DIFFS = 8;

/** All files have to be accepted; a single rejection refuses the whole change. `undefined` if the editor gives no answer. */
export async function proposeDiffs(
  companion: Companion,
  files: readonly ProposedFile[],
  signal: AbortSignal,
): Promise<EditorAnswer | undefined> {
  if (files.length === 0 || files.length > MOST_DIFFS) return undefined;
  const texts = new Map<string, string>();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const open = new Set(files.map(({ path }) => path));
  const answers = files.map(async (file) => {
    const answer = await companion.openDiff(file, until);
    if (answer.kind !== 'unable') open.delete(file.path);
    if (answer.kind === 'accepted') texts.set(file.path, answer.text);
    if (answer.kind !== 'accepted') over.abort(); // the others need no decision any more
    return answer.kind;
  });
  const kinds = await Promise.all(answers);
  const closed = await Promise.all([...open].map(async (path) => ({ path, text: await companion.closeDiff(path) })));
  for (const { path, text } of closed) if (text !== undefined) texts.set(path, text);
  if (kinds.every((kind) => kind === 'accepted')) return { choice: 'yes', texts };
  if (kinds.includes('rejected')) return { choice: 'no' };
  return signal.aborted ? { choice: 'closed', texts } : undefined;
}
