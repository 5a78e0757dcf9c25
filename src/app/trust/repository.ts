/** Finds which repository a folder is a working copy of, from git's own files and without running git. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { commonFolderOf, gitFolderOf, textOrNothing } from '../../host/git/git-folder.ts';
import { readGitConfig } from '../../host/git/read-config.ts';
import type { Repository } from '../../session/trust-record.ts';

export function repositoryOf(top: string): Repository {
  const gitFolder = gitFolderOf(top);
  if (gitFolder === undefined) return {};
  const store = commonFolderOf(gitFolder);
  const entries = readGitConfig(textOrNothing(join(store, 'config'))) ?? [];
  const remote = entries.find(({ key }) => key === 'remote.origin.url')?.value;
  try {
    return { store: realpathSync(store), ...(remote && { remote }) };
  } catch (error) {
    if (codeOf(error)) return {}; // it points to nothing
    throw error;
  }
}
