/** What work with worktrees needs from the machine. */

import type { Git } from '../git/git.ts';

export interface WorktreeHost {
  /** coder's own folder. */
  home: string;
  gitAt(folder: string): Git;
  /** Resolves once any cancelled git process, with its hooks, is gone. */
  settled(): Promise<void>;
}
