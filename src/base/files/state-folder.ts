/** Creates the folder for a project's sessions, caches and snapshots: private, and ignored by git. */

import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { named, namedError } from '../named-text.ts';
import { writeAtomicNow } from './atomic-write.ts';
import { namesIn } from './folder.ts';
import { readRegular } from './regular-file.ts';

/** Listed one by one, so that a project may commit its settings, skills and commands. */
const IGNORED = ['sessions/', 'cache/', 'snapshots/', '*.lock', '*.tmp', '.gitignore'];

const LONGEST_LIST = 1024 * 1024;

/** Creates `folder`, a state folder inside `.coder`. A link planted in a repository is refused, not followed. */
export function makeStateFolder(folder: string): void {
  const parent = dirname(folder);
  makePrivate(parent);
  makePrivate(folder);
  writeOnce(join(parent, '.gitignore'), `${IGNORED.join('\n')}\n`);
  if (!isIgnoredBy(join(parent, '.gitignore'), basename(folder))) writeOnce(join(folder, '.gitignore'), '*\n');
}

/**
 * Adds the settings that coder writes to the ignored files, because they are personal; leaves a list that belongs to the project alone.
 */
export function ignoreSettings(folder: string): void {
  const list = join(folder, '.gitignore');
  writeOnce(list, `${IGNORED.join('\n')}\n`);
  const lines = linesOf(list);
  const isOurs = lines.includes('.gitignore');
  if (isOurs && !lines.includes('config.json')) writeAtomicNow(list, `config.json\n${lines.join('\n')}`, 0o600);
}

/** Deletes temporary files left by a killed coder: older than a minute, because no write takes that long. */
export function clearTemporaries(folder: string): void {
  const latest = Date.now() - 60_000;
  for (const name of namesIn(folder)) {
    if (!name.endsWith('.tmp')) continue;
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stats?.isFile() && stats.mtimeMs < latest) rmSync(join(folder, name), { force: true });
  }
}

/** True if the list, which may be the repository's, already ignores the folder. */
function isIgnoredBy(list: string, name: string): boolean {
  return linesOf(list).includes(`${name}/`);
}

function linesOf(list: string): string[] {
  const found = readRegular(list, LONGEST_LIST);
  return typeof found === 'string' ? [] : found.bytes.toString('utf8').split(/\r?\n/);
}

function makePrivate(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats)
    throw namedError(
      'not-a-folder',
      named('stateNoFolder', `${folder} is not a folder. Move it away so that coder can keep its files there.`, folder),
    );
  try {
    mkdirSync(folder, { mode: 0o700 }); // not recursive, which reports ENOENT on a read-only file system
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another coder is starting here too
  }
}

/** Writes the file unless it has content. A full disk may have left an empty file, which counts as missing. */
function writeOnce(file: string, text: string): void {
  if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) writeAtomicNow(file, text, 0o600);
}
