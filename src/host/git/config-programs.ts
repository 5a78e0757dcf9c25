/** Whether a repository's own config would make git run a program, or look elsewhere, during a read-only command. */

import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMissing } from '../../base/errors.ts';
import { isInside } from '../../base/files/paths.ts';
import { commonFolderOf, gitFolderOf } from './git-folder.ts';
import { gitlinksIn } from './index-links.ts';
import { isSwitch, runsWhileReading } from './program-keys.ts';
import { readGitConfig } from './read-config.ts';

/** Keys that make git use another config, another work tree, another program or another machine. */
const ELSEWHERE =
  /^(?:core\.worktree|remote\..+\.(?:uploadpack|vcs|promisor)|extensions\.partialclone|include\.path|includeif\..+\.path)$/;
const MAX_BYTES = 256 * 1024;
const MAX_MODULES = 100;
const STORAGE = new Set(['objects', 'refs', 'logs', 'hooks']);

const MAX_DEPTH = 4;

/** The first such key, or the reason why the config cannot be checked; `undefined` if no program is run. */
export function programInGitConfig(root: string, depth = 0): string | undefined {
  if (!statSync(join(root, '.git'), { throwIfNoEntry: false })) return undefined;
  const folder = gitFolderOf(root);
  if (folder === undefined) return 'a .git that cannot be followed';
  const common = commonFolderOf(folder);
  const modules = moduleConfigs(join(common, 'modules'), []);
  if (modules.length > MAX_MODULES) return 'too many repositories within it';
  for (const file of [join(folder, 'config.worktree'), join(common, 'config'), ...modules]) {
    const found = programIn(file, root);
    if (found !== undefined) return found;
  }
  return programWithin(root, folder, depth);
}

/** Checks the repositories that the index names, since git looks into them even if they are not known as submodules. */
function programWithin(root: string, folder: string, depth: number): string | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })) return undefined;
  const inner = gitlinksIn(folder).filter((name) => statSync(join(root, name, '.git'), { throwIfNoEntry: false }));
  if (inner.length > MAX_MODULES || (inner.length > 0 && depth === MAX_DEPTH)) return 'too many repositories within it';
  for (const name of inner) {
    const found = programInGitConfig(join(root, name), depth + 1);
    if (found !== undefined) return `${found} in ${name}`;
  }
  return undefined;
}

function programIn(file: string, root: string): string | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  if (text === 'unknown') return `${file}, which cannot be read`;
  const entries = readGitConfig(text);
  if (!entries) return `${file}, which cannot be read`;
  for (const { key, value } of entries) {
    if (key === 'core.fsmonitor' && !isSwitch(value)) return key;
    if (/^remote\..+\.url$/.test(key) && /^\w+::/.test(value)) return key;
    if (key === 'core.worktree' && leadsInside(root, resolve(dirname(file), value))) continue; // every submodule has it
    if (ELSEWHERE.test(key) || runsWhileReading(key, value)) return key;
  }
  return undefined;
}

function leadsInside(root: string, tree: string): boolean {
  try {
    return isInside(realpathSync(root), realpathSync(tree));
  } catch {
    return false; // it does not exist
  }
}

/** The configs of all submodules, which git reads too. Storage folders of a repository contain none. */
function moduleConfigs(folder: string, found: string[]): string[] {
  const entries = entriesIn(folder);
  const isRepository = entries.some((entry) => entry.name === 'config' && !entry.isDirectory());
  if (isRepository) found.push(join(folder, 'config'));
  for (const entry of entries) {
    if (!entry.isDirectory() || (isRepository && STORAGE.has(entry.name))) continue;
    if (found.length <= MAX_MODULES) moduleConfigs(join(folder, entry.name), found);
  }
  return found;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function textOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  return found.isFile() && found.size <= MAX_BYTES ? readFileSync(file, 'utf8') : 'unknown';
}
