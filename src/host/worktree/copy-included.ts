/** Copies into a new worktree what git does not: ignored files named by `.worktreeinclude`, and the repository's active hooks. */

import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { namesIn } from '../../base/files/folder.ts';
import { isInside, upwards } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import type { Git } from '../git/git.ts';
import { textOrNothing } from '../git/git-folder.ts';
import { readGitConfig } from '../git/read-config.ts';

const INCLUDE = '.worktreeinclude';
const LARGEST_LIST = 1024 * 1024;
const MOST_FILES = 20_000;

export interface CopyOptions {
  from: string;
  to: string;
  common: string;
  git: Git;
}

export async function copyIncluded({ from, to, common, git }: CopyOptions, signal: AbortSignal): Promise<void> {
  const files = await included(from, git, signal);
  for (const path of [...files, ...hooksOf(from, common)].slice(0, MOST_FILES)) copy(from, to, path);
}

/** Untracked files that a line of the list matches, according to git's reading of the patterns. */
async function included(from: string, git: Git, signal: AbortSignal): Promise<string[]> {
  const list = readRegular(join(from, INCLUDE), LARGEST_LIST);
  if (typeof list === 'string') return [];
  const untracked = async (...which: string[]) => {
    const found = await git.read(['ls-files', '-z', '--others', '--ignored', ...which], signal);
    return found.status === 'ok' ? found.stdout.split('\0').filter((path) => path !== '') : [];
  };
  const meant = await untracked('-X', join(from, INCLUDE));
  const ignored = new Set(meant.length > 0 ? await untracked('--exclude-standard') : []); // files not ignored would look like work
  const lines = list.bytes.toString('utf8').split(/\r?\n/);
  return meant.filter((path) => ignored.has(path) && (!isSecretPath(path) || isNamed(path, lines)));
}

/** A secret is copied only if a line names exactly that file. */
function isNamed(path: string, lines: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return lines.map((line) => line.trim().replace(/^\//, '')).some((line) => line === path || line === name);
}

/** A relative `core.hooksPath` leads into the worktree. If that folder is not tracked, the hooks would silently not run. */
function hooksOf(from: string, common: string): string[] {
  const entries = readGitConfig(textOrNothing(join(common, 'config'))) ?? [];
  const path = entries.findLast(({ key }) => key === 'core.hookspath')?.value ?? '';
  if (path === '' || isAbsolute(path) || path.startsWith('~') || path.split('/').includes('..')) return [];
  return filesIn(from, path.replace(/\/+$/, ''));
}

function filesIn(from: string, folder: string): string[] {
  if (!lstatSync(join(from, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
  return namesIn(join(from, folder)).map((name) => `${folder}/${name}`);
}

/** Never overwrites anything, nor writes through a link that leads outside. */
function copy(from: string, to: string, path: string): void {
  const [source, target] = [join(from, path), join(to, path)];
  const stats = lstatSync(source, { throwIfNoEntry: false });
  if (!stats || existsSync(target)) return;
  const there = upwards(dirname(target)).find((folder) => existsSync(folder));
  if (there === undefined || !isInside(realpathSync(to), realpathSync(there))) return;
  mkdirSync(dirname(target), { recursive: true });
  try {
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (stats.isFile()) copyFileSync(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'EACCES') throw error; // not readable
  }
}
