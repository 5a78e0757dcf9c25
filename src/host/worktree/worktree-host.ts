/** What work with worktrees needs of the machine. */

import type { Git } from '../git/git.ts';

export interface WorktreeHost {
  /** Coder's own folder. */
  home: string;
  gitAt(folder: string): Git;
  /** A git that was cancelled is gone, with its hooks. */
  settled(): Promise<void>;
}
