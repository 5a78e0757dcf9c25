/** Rules for a folder from ignore files above it: those of its repository or workspace, and none from further up. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { relativeTo, upwards } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { repositoryTop } from '../git/git-folder.ts';
import { IGNORE_FILES, type IgnoreRule, isReadOtherwise, parseIgnoreFile } from './ignore-rules.ts';

const LONGEST = 1024 * 1024;

export interface IgnoreAbove {
  /** Rules for paths relative to the folder, the outermost first. */
  rules: IgnoreRule[];
  /** True if there are ignore files even further up, such as those of a home folder kept in git, which ignore everything. */
  hasForeign: boolean;
  /** True if one of these, or the folder's own, has patterns ripgrep reads differently from git, or is not a file and would block it. */
  isReadOtherwise: boolean;
}

export function ignoreAbove(folder: string, roots: readonly string[]): IgnoreAbove {
  const folders = upwards(folder);
  const isRoot = (path: string) => roots.includes(path);
  const repository = folders.indexOf(repositoryTop(folder) ?? '');
  const top = repository === -1 ? Math.max(0, folders.findIndex(isRoot)) : repository;
  const base = folders[top] ?? folder;
  const files = [
    { file: join(base, '.git', 'info', 'exclude'), base },
    ...folders
      .slice(1, top + 1)
      .toReversed()
      .flatMap((path) => IGNORE_FILES.map((name) => ({ file: join(path, name), base: path }))),
  ].map((each) => ({ ...each, ...readIgnore(each.file) }));
  const own = IGNORE_FILES.map((name) => readIgnore(join(folder, name)));
  return {
    rules: files.flatMap(({ text, base: from }) => rulesOf(text, from, folder)),
    hasForeign: folders.slice(top + 1).some((path) => IGNORE_FILES.some((name) => existsSync(join(path, name)))),
    isReadOtherwise: [...own, ...files].some(({ text, isNoFile }) => isNoFile || isReadOtherwise(text)),
  };
}

function rulesOf(text: string, base: string, folder: string): IgnoreRule[] {
  const way = relativeTo(base, folder);
  const prefix = way === '' ? '' : `${way}/`;
  return parseIgnoreFile(text, '').map((rule) => ({ ...rule, matches: (path) => rule.matches(prefix + path) }));
}

/** Empty if the file is missing, not a regular file, or not accessible. */
export function readIgnore(file: string): { text: string; isNoFile: boolean } {
  try {
    const found = readRegular(file, LONGEST);
    return { text: typeof found === 'string' ? '' : found.bytes.toString('utf8'), isNoFile: found === 'no-file' };
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return { text: '', isNoFile: false };
    throw error;
  }
}
