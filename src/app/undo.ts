/** Undo as a session has it: nothing of it is loaded or made before the first call that may change a file. */

import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Workspace } from '../host/files/workspace.ts';
import { createGit, type Git } from '../host/git/git.ts';
import type { Processes } from '../host/process/process.ts';
import type { Session } from '../protocol/session.ts';
import type { Checkpoint, UndoControl } from '../protocol/undo.ts';
import { projectKey } from '../session/grants.ts';

export interface AppUndoOptions {
  /** Coder's own folder in the user's home: what a turn replaced is nobody else's business. */
  home: string;
  workspace: Workspace;
  session: Session;
  settings: Settings;
  processes: Processes;
  env: NodeJS.ProcessEnv;
  warn(title: string): void;
}

export interface AppUndo {
  checkpoint: Checkpoint;
  files: UndoControl;
}

export function createAppUndo({ home, workspace, session, settings, processes, env, warn }: AppUndoOptions): AppUndo {
  const { max_bytes: maxBytes, max_turns: maxTurns } = settings.undo;
  const roots = workspace.roots as readonly [string, ...string[]];
  const gits = new Map<string, Git>();
  let turn = '';
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;

  interface Loaded {
    recorder: Checkpoint;
    control: UndoControl;
  }

  function gitAt(top: string): Git {
    let git = gits.get(top);
    if (!git) gits.set(top, (git = createGit({ processes, cwd: top, avoid: workspace.roots, env })));
    return git;
  }

  async function load(): Promise<Loaded> {
    const [{ createUndoStore }, { createRecorder }, { createUndoControl }] = await Promise.all([
      import('../host/checkpoint/undo-store.ts'),
      import('../host/checkpoint/recorder.ts'),
      import('../host/checkpoint/undo-control.ts'),
    ]);
    const folder = join(home, 'projects', projectKey(workspace.root), 'undo');
    const store = createUndoStore({ folder, session: session.id, maxBytes, maxTurns });
    const onTurn = (id: string) => session.append({ type: 'checkpoint', turn: id });
    const recorder = createRecorder({ roots, store, folder, maxBytes, gitAt, onTurn, warn });
    const control = createUndoControl({ roots, store, session, checkpoint: recorder, maxBytes, gitAt });
    loaded = { recorder, control };
    return loaded;
  }

  const record = async () => (await (loading ??= load())).control;

  return {
    checkpoint: {
      begin(id) {
        turn = id;
        loaded?.recorder.begin(id);
      },
      prepare(signal) {
        loading ??= load();
        void loading.then(({ recorder }) => recorder.prepare(signal));
      },
      async before(touch, signal) {
        const { recorder } = await (loading ??= load());
        recorder.begin(turn);
        return recorder.before(touch, signal);
      },
      settled: async () => loaded?.recorder.settled(),
      close: () => loaded?.recorder.close(),
    },
    files: {
      preview: async (turns) => (await record()).preview(turns),
      undo: async (turns) => (await record()).undo(turns),
      redo: async () => (await record()).redo(),
      diff: async (path) => (await record()).diff(path),
    },
  };
}
