/** git for worktrees: its own supervisor, the environment that children get, and the hooks of the repository in force. */

import { randomText } from '../../base/random.ts';
import { createGit } from '../../host/git/git.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { WorktreeHost } from '../../host/worktree/worktree-host.ts';

export interface OpenWorktreeHost extends WorktreeHost {
  close(): Promise<void>;
}

/** A patch may be large; more than this is not one that anybody applies. */
const KEEP_BYTES = 64 * 1024 * 1024;

export function openWorktreeHost(home: string, env: NodeJS.ProcessEnv, indexFile?: string): OpenWorktreeHost {
  const passed = childEnvironment(env, { keep: [] });
  const processes = createProcesses({ env: passed, marker: `worktree-${randomText(8)}` });
  const index = indexFile !== undefined && { indexFile };
  return {
    home,
    gitAt: (cwd) => createGit({ processes, cwd, avoid: [cwd], env: passed, keepBytes: KEEP_BYTES, ...index }),
    close: () => processes.close(),
  };
}
