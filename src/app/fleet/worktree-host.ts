/** git for worktrees: its own supervisor, the environment that children get, and the hooks of the repository in force. */

import { randomText } from '../../base/random.ts';
import { createGit, type Git } from '../../host/git/git.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { WorktreeHost } from '../../host/worktree/worktree-host.ts';

export interface OpenWorktreeHost extends WorktreeHost {
  /** The same with an index of its own. */
  gitWith(cwd: string, indexFile: string): Git;
  close(): Promise<void>;
}

/** A patch may be large; more than this is not one that anybody applies. */
const KEEP_BYTES = 64 * 1024 * 1024;

export function openWorktreeHost(home: string, env: NodeJS.ProcessEnv): OpenWorktreeHost {
  let passed: NodeJS.ProcessEnv | undefined;
  const children = {
    marker: `worktree-${randomText(8)}`,
    /** Made when there is one. */
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
