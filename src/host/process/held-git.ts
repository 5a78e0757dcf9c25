/** Ends a git that would wait for ever because a pipe or a device is in the place of a repository file it reads. */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { textIfReadable } from '../../base/files/if-reachable.ts';
import { isHeld } from './is-held.ts';

/** Interval between looks; most commands end long before the first one. */
const LOOK_MS = 700;

/** Watches the process and its descendants and kills each git that is held, and nothing else. Returns a function that stops watching. */
export function endHeldGit(pid: number, onEnded: () => void): () => void {
  const timer = setInterval(() => {
    for (const each of withDescendants(pid)) {
      if (!isGit(each) || !isHeld(each)) continue;
      try {
        process.kill(each, 'SIGKILL');
        onEnded();
      } catch {
        // already gone
      }
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

const READ_BY_GIT =
  '.gitignore .gitattributes .gitmodules .git .git/HEAD .git/config .git/index .git/packed-refs .git/info/exclude .git/info/attributes'.split(
    ' ',
  );

/** Tells the model and the person which file to look at. */
export function heldGitMessage(folder: string): string {
  const named = READ_BY_GIT.filter((name) => {
    try {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
    } catch {
      return false; // a parent of the path is not a folder
    }
  });
  const what =
    named.length > 0
      ? `${named.join(', ')} is a pipe or a device, not a file`
      : 'A pipe or a device is in the place of a file';
  return `git waited for input that never comes and was ended. ${what}: remove it, then try again.`;
}

function isGit(pid: number): boolean {
  return textIfReadable(`/proc/${pid}/comm`).startsWith('git');
}

function* withDescendants(pid: number): Generator<number> {
  yield pid;
  for (const child of textIfReadable(`/proc/${pid}/task/${pid}/children`).split(' ')) {
    if (child !== '') yield* withDescendants(Number(child));
  }
}
