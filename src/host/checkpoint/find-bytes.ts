/** Finds the bytes of given contents: in the records of turns, or else among git's objects. */

import type { Git } from '../git/git.ts';
import type { Content } from './file-state.ts';
import type { TurnFile } from './turn-file.ts';

const PATIENCE_MS = 60_000;

/** Contents whose bytes cannot be found are left out of the result. */
export async function findBytes(
  contents: readonly Content[],
  files: readonly TurnFile[],
  git: Git | undefined,
): Promise<Map<Content, Buffer>> {
  const found = new Map<Content, Buffer>();
  const inGit: { content: Content; oid: string }[] = [];
  for (const content of contents) {
    const bytes = files.find((file) => file.has(content))?.bytesOf(content);
    if (bytes) found.set(content, bytes);
    else if (content.oid !== undefined) inGit.push({ content, oid: content.oid });
  }
  if (inGit.length === 0 || !git) return found;
  const blobs = await git.blobs([...new Set(inGit.map(({ oid }) => oid))], AbortSignal.timeout(PATIENCE_MS));
  for (const { content, oid } of inGit) {
    const bytes = blobs.get(oid);
    if (bytes) found.set(content, bytes);
  }
  return found;
}
