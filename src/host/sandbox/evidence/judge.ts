/** Decides whether a path is closed inside and open outside: only then can the sandbox have stopped a command that wanted it. */

import { dirname } from 'node:path';
import { isInside } from '../../../base/files/paths.ts';
import type { Blocked } from '../../../protocol/sandbox.ts';
import type { Layout } from '../layout.ts';
import type { Failed, Outside } from './facts.ts';
import { isWrittenIn } from './paths.ts';
import { isReworded, NOT_ALLOWED, NOT_FOUND, READ_ONLY, saysDenied } from './words.ts';

/** Folders that are replaced by others inside. */
const PRIVATE = ['/tmp', '/var/tmp', '/run', '/var/run', '/dev/shm'];
const OWN_FOLDER = /^\/(?:var\/)?tmp\/coder-sandbox-/;
/** Views of the system, not of the disk. */
const VIEWS = ['/proc', '/dev', '/sys'];
const REMOVES = /remov|unlink|delet|renam|mov(?:e|ing)|rmdir/i;
const NOT_OPENED = /(?:can ?not|can't|could(?: not|n't)|unable to|failed to|error) open/i;
/** Only root can change an owner; only the owner can set modes. */
const GIVES = /ownership|chown|changing group|mknod/i;
const SETS = /changing permissions|chmod|setting times|preserving/i;
/** Operations that need an existing file. */
const GONE = /remov|unlink|delet|rmdir|changing permissions/i;
/** Operations that do not work across disks. */
const OTHER_DISK = /hard link|cross-device|EXDEV/i;
const MAKES = /creat|mkdir|make|touch|writ|change permissions/i;

export interface Judged {
  failed: Failed;
  layout: Layout;
  outside: Outside;
}

/** One failure with everything known about it. */
export interface Case extends Judged {
  /** The lines the command printed. */
  spoken: readonly string[];
  /** The lines it printed, except those that its own line or code could have produced. */
  said: readonly string[];
  /** True if it printed no other lines than those. */
  isSilent: boolean;
  /** The command, and the code that it names. */
  told: string;
}

/** What the sandbox blocked, given an error with these words about this path. */
export function judge(path: string, words: string, { failed, layout, outside }: Judged): Blocked | undefined {
  const real = outside.real?.(path) ?? path;
  const isView = VIEWS.some((folder) => isInside(folder, real)) && !isInside('/dev/shm', real);
  if (real === '/' || isView) return undefined; // not written by commands
  const hidden = hiddenBlock(path, real, layout, outside);
  if (hidden) return hidden;
  if (isPrivate(real, layout)) return privateBlock(path, real, words, { failed, layout, outside });
  if (!isReadOnlyInside(real, failed, layout)) return undefined;
  const fits = saysDenied(words) && fitsReadOnly(words, failed);
  if (!fits && !isOpened(path, words, failed) && !isImpossible(real, words, outside)) return undefined;
  if (/\brmdir\b/.test(failed.line ?? '') && outside.isFull?.(real) === true) return undefined; // not empty: fails outside too
  if (OTHER_DISK.test(words) && outside.isSameDisk?.(nearest(real, outside), failed.cwd) === false) return undefined; // fails outside too
  if (/socket|connect/i.test(words.replaceAll(path, '')) && !outside.exists(real)) return undefined; // nothing listens there outside either
  if (!READ_ONLY.test(words) && NOT_FOUND.test(words) && !outside.exists(dirname(real))) return undefined; // no folder outside either
  return isWritableOutside(real, words, outside) ? { kind: 'write', what: path } : undefined;
}

/** The block for a path that is hidden by its name and exists outside. */
function hiddenBlock(path: string, real: string, { hidden, shown }: Layout, outside: Outside): Blocked | undefined {
  const isHidden = hidden.some((each) => isInside(each.path, real)) && !shown.includes(real);
  return isHidden && outside.exists(real) ? { kind: 'read', what: path } : undefined;
}

/** The block for a path in a folder that is replaced or unreadable inside. */
function privateBlock(path: string, real: string, words: string, { failed, outside }: Judged): Blocked | undefined {
  const isWhole = PRIVATE.includes(real) && !(failed.deniesReads && NOT_ALLOWED.test(words));
  if (OWN_FOLDER.test(real) || isWhole || outside.isMadeInside?.(real) === true) return undefined;
  const kind = outside.isSocket?.(real) ? 'socket' : 'read';
  if (!failed.deniesReads && NOT_ALLOWED.test(words)) return undefined;
  if (outside.exists(real)) return outside.isReadable?.(real) === false ? undefined : { kind, what: path };
  if (/socket|connect/i.test(words)) return undefined; // nothing listens there outside either
  const folder = dirname(real);
  const isOpen = outside.exists(folder) && outside.isWritable(folder);
  const isShared = PRIVATE.includes(folder) && !failed.deniesReads; // the same folder exists and is writable inside
  return isOpen && !isShared && isMade(path, words, failed) ? { kind: 'write', what: path } : undefined;
}

/** True if the command meant to create the path, not to find it. */
function isMade(path: string, words: string, { line = '' }: Failed): boolean {
  return line.includes(path) && (MAKES.test(words) || isWrittenIn(line, path, false));
}

export function isPrivate(real: string, { writable, home }: Layout): boolean {
  return PRIVATE.some((folder) => isInside(folder, real)) && ![...writable, home].some((root) => isInside(root, real));
}

/** True if the error says that the file could not be created for lack of a folder that exists outside. */
function isImpossible(real: string, words: string, { exists }: Outside): boolean {
  return (
    NOT_FOUND.test(words) &&
    /creat|mkdir|touch|change permissions/i.test(words) &&
    !exists(real) &&
    exists(dirname(real))
  );
}

/** True if the file was opened for writing. */
function isOpened(path: string, words: string, { line = '' }: Failed): boolean {
  return NOT_OPENED.test(words) && isReworded(`cannot create: ${words}`, true) && isWrittenIn(line, path, false);
}

/** True if the words are those of the layer for a forbidden write, or a program's paraphrase. */
function fitsReadOnly(words: string, { saysReadOnly = false }: Failed): boolean {
  if (READ_ONLY.test(words)) return true;
  if (!saysReadOnly && NOT_ALLOWED.test(words)) return true;
  if (isReworded(words, true)) return !NOT_ALLOWED.test(words);
  return /unable to open|unable to \(|change permissions of/i.test(words) && !NOT_ALLOWED.test(words);
}

export function isReadOnlyInside(
  path: string,
  { confinement, homeIsLayer }: Failed,
  { home, writable, readOnly, hidden }: Layout,
): boolean {
  if (confinement === 'read') return true;
  if ([...readOnly, ...hidden.map((each) => each.path)].some((folder) => isInside(folder, path))) return true;
  if (writable.some((folder) => isInside(folder, path))) return false;
  return !(homeIsLayer && isInside(home, path));
}

/** True if the person could do at this path what the words are about. */
export function isWritableOutside(real: string, words: string, outside: Outside): boolean {
  if (GIVES.test(words)) return outside.isRoot?.() ?? false;
  if (!outside.exists(real))
    return (!GONE.test(words) || /\bmove\b/i.test(words)) && outside.isWritable(nearest(real, outside));
  if (SETS.test(words)) return outside.isOwn?.(real) ?? true;
  if (REMOVES.test(words)) return outside.isWritable(dirname(real)) && outside.isFull?.(real) !== true;
  return outside.isWritable(real);
}

function nearest(path: string, outside: Outside): string {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) if (outside.exists(folder)) return folder;
  return '/';
}
