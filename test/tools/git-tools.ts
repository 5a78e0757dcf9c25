/** The five git tools on a repository of their own. */

import type { TestContext } from 'node:test';
import { gitAddTool } from '../../src/tools/git-add.ts';
import { gitCommitTool } from '../../src/tools/git-commit.ts';
import { gitDiffTool } from '../../src/tools/git-diff.ts';
import { gitLogTool } from '../../src/tools/git-log.ts';
import { gitStatusTool } from '../../src/tools/git-status.ts';
import { repository } from '../host/repository.ts';

export async function gitTools(t: TestContext, options: { init?: boolean } = {}) {
  const repo = await repository(t, options);
  return {
    ...repo,
    status: gitStatusTool(repo),
    diff: gitDiffTool(repo),
    log: gitLogTool(repo),
    add: gitAddTool(repo),
    commit: gitCommitTool(repo),
  };
}
