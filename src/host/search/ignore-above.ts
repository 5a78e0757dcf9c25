/** What ignore files above a folder say about what is in it: those of its repository or workspace, and none from further up. */

import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { upwards } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { repositoryTop } from '../git/git-folder.ts';
import { IGNORE_FILES, type IgnoreRule, parseIgnoreFile } from './ignore-rules.ts';

const LONGEST = 1024 * 1024;

export interface IgnoreAbove {
  /** For paths relative to the folder, the outermost first. */
  rules: IgnoreRule[];
  /** Further up there are ignore files too: those of a home folder kept in git, say, which ignores everything. */
  hasForeign: boolean;
}

export function ignoreAbove(folder: string, roots: readonly string[]): IgnoreAbove {
  const folders = upwards(folder);
  const isRoot = (path: string) => roots.includes(path);
  const repository = folders.indexOf(repositoryTop(folder) ?? '');
  const top = repository === -1 ? Math.max(0, folders.findIndex(isRoot)) : repository;
  const rules = rulesOf(join(folders[top] ?? folder, '.git', 'info', 'exclude'), folders[top] ?? folder, folder);
  for (const path of folders.slice(1, top + 1).toReversed()) {
    for (const name of IGNORE_FILES) rules.push(...rulesOf(join(path, name), path, folder));
  }
  const hasForeign = folders.slice(top + 1).some((path) => IGNORE_FILES.some((name) => existsSync(join(path, name))));
  return { rules, hasForeign };
}

function rulesOf(file: string, base: string, folder: string): IgnoreRule[] {
  const way = relative(base, folder).split(sep).join('/');
  const prefix = way === '' ? '' : `${way}/`;
  try {
    const found = readRegular(file, LONGEST);
    if (typeof found === 'string') return [];
    return parseIgnoreFile(found.bytes.toString('utf8'), '').map((rule) => ({
      ...rule,
      matches: (path) => rule.matches(prefix + path),
    }));
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return [];
    throw error;
  }
}
