/** Undo for one session: nothing is loaded or created before the first call that may change a file. */

import type { Session } from '../../protocol/session.ts';
import type { Checkpoint, UndoControl } from '../../protocol/undo.ts';
import type { WriteJournal } from '../files/write-journal.ts';
import { createGit, type Git } from '../git/git.ts';
import type { Processes } from '../process/process.ts';
import type { UndoProblem } from './undo-problem.ts';

export interface SessionUndoOptions {
  /** A folder in the user's home, since replaced file contents are private. Called only when the folder is needed. */
  folder(): string;
  /** Roots of the workspace, the working folder first. */
  roots: readonly string[];
  session: Session;
  limits: { maxBytes: number; maxTurns: number };
  processes: Processes;
  env: NodeJS.ProcessEnv;
  warn(problem: UndoProblem): void;
  journal?: WriteJournal;
}

export interface SessionUndo {
  checkpoint: Checkpoint;
  files: UndoControl;
}

export function createSessionUndo(options: SessionUndoOptions): SessionUndo {
  const { session, processes, warn } = options;
  const { maxBytes, maxTurns } = options.limits;
  const roots = options.roots as readonly [string, ...string[]];
  const gits = new Map<string, Git>();
  let turn: Parameters<Checkpoint['begin']> = ['', async () => undefined];
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;

  interface Loaded {
    recorder: Checkpoint;
    control: UndoControl;
  }

  function gitAt(top: string): Git {
    let git = gits.get(top);
    if (!git) gits.set(top, (git = createGit({ processes, cwd: top, avoid: roots, env: options.env })));
    return git;
  }

  async function load(): Promise<Loaded> {
    const [{ createUndoStore }, { createRecorder }, { createUndoControl }] = await Promise.all([
      import('./undo-store.ts'),
      import('./recorder.ts'),
      import('./undo-control.ts'),
    ]);
    const folder = options.folder();
    const store = createUndoStore({ folder, session: session.id, maxBytes, maxTurns });
    const recorder = createRecorder({ roots, store, folder, maxBytes, gitAt, warn });
    const control = createUndoControl({
      roots,
      store,
      session,
      checkpoint: recorder,
      maxBytes,
      gitAt,
      journal: options.journal,
    });
    loaded = { recorder, control };
    return loaded;
  }

  const record = async () => (await (loading ??= load())).control;

  return {
    checkpoint: {
      begin(...begun) {
        turn = begun;
        loaded?.recorder.begin(...begun);
      },
      prepare(signal) {
        loading ??= load();
        void loading.then(({ recorder }) => recorder.prepare(signal));
      },
      async before(touch, signal) {
        const { recorder } = await (loading ??= load());
        recorder.begin(...turn);
        return recorder.before(touch, signal);
      },
      settled: async () => loaded?.recorder.settled(),
      close: () => loaded?.recorder.close(),
    },
    files: {
      preview: async (turns) => (await record()).preview(turns),
      undo: async (turns) => (await record()).undo(turns),
      redo: async () => (await record()).redo(),
      diff: async (path, all) => (await record()).diff(path, all),
    },
  };
}
