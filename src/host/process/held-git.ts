/** Ends a git that waits for ever: a pipe or a device lies where it reads a file of the repository. */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { textIfReadable } from '../../base/files/if-reachable.ts';
import { isHeld } from './is-held.ts';

/** Most have ended long before the first look. */
const LOOK_MS = 700;

/** Looks at the process and at what it started until it is told not to; each git that is held is ended by itself. */
export function endHeldGit(pid: number, onEnded: () => void): () => void {
  const timer = setInterval(() => {
    for (const each of withDescendants(pid)) {
      if (!isGit(each) || !isHeld(each)) continue;
      try {
        process.kill(each, 'SIGKILL');
        onEnded();
      } catch {
        // gone meanwhile
      }
    }
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

const READ_BY_GIT =
  '.gitignore .gitattributes .gitmodules .git .git/HEAD .git/config .git/index .git/packed-refs .git/info/exclude .git/info/attributes'.split(
    ' ',
  );

/** For the model and the person: what to look at. */
export function heldGitMessage(folder: string): string {
  const named = READ_BY_GIT.filter((name) => {
    try {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
    } catch {
      return false; // below what is no folder
    }
  });
  const what =
    named.length > 0 ? `${named.join(', ')} is no file but a pipe or a device` : 'A pipe or a device lies there';
  return `git waited for something that never comes and was ended. ${what}: remove it, then try again.`;
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
