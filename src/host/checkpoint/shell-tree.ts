/** One root as commands see it: its tree, and the bytes of the files they may change. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { Git } from '../git/git.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { createPacer } from './pacer.ts';
import { createScratch } from './scratch.ts';
import { createTree, type Look } from './tree.ts';
import type { UndoProblem } from './undo-problem.ts';

export interface Shell {
  readonly root: string;
  readonly keeper: Keeper;
  /** Looks at the tree and keeps what is new; after this, a command may change any file. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Finds what changed since the last look. */
  look(): Promise<Look>;
  /** Some of the entries that the last look in `prepare` left out because they are ignored. */
  readonly ignored: readonly string[];
  /** True if the tree is too large for a look before every command. */
  readonly isTooLarge: boolean;
  close(): void;
}

export interface ShellOptions {
  root: string;
  folder: string;
  maxBytes: number;
  maxFileBytes: number;
  gitAt(top: string): Git;
  warn(problem: UndoProblem): void;
  patience?: Patience;
  /** Milliseconds since some moment. */
  now?(): number;
}

interface Patience {
  ms: number;
  files: number;
}

/** A look that takes longer is too slow to be done before every command. */
const LONGEST_LOOK_MS = 5_000;
/** A look still unfinished after this time and this many files is given up. */
const PATIENCE: Patience = { ms: 1_500, files: 50_000 };

export function createShell(options: ShellOptions): Shell {
  const { root, folder, maxBytes, maxFileBytes, gitAt, warn, patience = PATIENCE, now = elapsedMs } = options;
  const tree = createTree(root);
  const scratch = createScratch(folder, Math.floor(maxBytes / 2));
  const keeper = createKeeper({
    root,
    tree,
    scratch,
    maxFileBytes,
    canShare: async ({ top }, oid) => (await gitAt(top).blobs([oid], AbortSignal.timeout(LONGEST_LOOK_MS))).size === 1,
  });
  let ignored: readonly string[] = [];
  let isTooLarge = false;

  return {
    root,
    keeper,
    get ignored() {
      return ignored;
    },
    get isTooLarge() {
      return isTooLarge;
    },
    async prepare(signal) {
      if (isTooLarge) return;
      const limit = new AbortController();
      const start = now();
      let isLooking = true;
      const rested = (): void => {
        const waited = now() - start;
        const isEndless = isLooking && waited > patience.ms && tree.entries.size > patience.files;
        if (waited > LONGEST_LOOK_MS || isEndless) limit.abort();
      };
      const pace = createPacer({ now, rested });
      const either = AbortSignal.any([signal, limit.signal]);
      const found = await tree.look(either, pace);
      isLooking = false;
      if (limit.signal.aborted) {
        isTooLarge = true;
        warn({ kind: 'too-many-files', root });
      }
      ({ ignored } = found);
      await keeper.keepAll(found.changes, either, pace);
    },
    look: () => tree.look(AbortSignal.timeout(LONGEST_LOOK_MS)),
    close: () => scratch.close(),
  };
}
