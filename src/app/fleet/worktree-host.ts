/** git for worktrees: with a separate supervisor, the environment of children, and the repository's hooks in force. */

import { randomText } from '../../base/random.ts';
import { createGit, type Git } from '../../host/git/git.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { WorktreeHost } from '../../host/worktree/worktree-host.ts';

export interface OpenWorktreeHost extends WorktreeHost {
  /** The same with a separate index. */
  gitWith(cwd: string, indexFile: string): Git;
  close(): Promise<void>;
}

/** The largest patch that is kept; no one would apply a larger one. */
const KEEP_BYTES = 64 * 1024 * 1024;

export function openWorktreeHost(home: string, env: NodeJS.ProcessEnv): OpenWorktreeHost {
  let passed: NodeJS.ProcessEnv | undefined;
  const children = {
    marker: `worktree-${randomText(8)}`,
    /** Built for the first child. */
    get env() {
      return (passed ??= childEnvironment(env, { keep: [] }));
    },
  };
  const processes = createProcesses(children);
  const gitIn = (cwd: string) => ({ processes, cwd, avoid: [cwd], env: children.env, keepBytes: KEEP_BYTES });
  return {
    home,
    gitAt: (cwd) => createGit(gitIn(cwd)),
    gitWith: (cwd, indexFile) => createGit({ ...gitIn(cwd), indexFile }),
    settled: () => processes.settled(),
    close: () => processes.close(),
  };
}
