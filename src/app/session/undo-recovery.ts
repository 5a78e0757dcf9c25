/** Reverts an `/undo` or `/redo` that was cut short by a kill, in any session of this project. */

import { join } from 'node:path';
import { createUndoRecovery } from '../../host/checkpoint/recover-undo.ts';
import { createUndoStore } from '../../host/checkpoint/undo-store.ts';
import type { TakeBackUndo } from '../../host/files/recover-writes.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import { createGit } from '../../host/git/git.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import { projectKey } from '../../session/grants.ts';
import { hasEntry } from '../../session/has-entry.ts';
import type { Run } from '../run.ts';

export function undoRecovery({ app, options }: Run, { root, roots }: Workspace): TakeBackUndo {
  const { max_bytes: maxBytes, max_turns: maxTurns } = app.settings.undo;
  const folder = join(app.home, 'projects', projectKey(root), 'undo');
  const env = childEnvironment(options.env, { keep: [], roots, secretValues: [] });
  const processes = createProcesses({ env, marker: 'undo' });
  return createUndoRecovery({
    roots: roots as readonly [string, ...string[]],
    maxBytes,
    storeOf: (session) => createUndoStore({ folder, session, maxBytes, maxTurns }),
    gitAt: (cwd) => createGit({ processes, cwd, avoid: roots, env }),
    isLogged: ({ session, kind, id }) =>
      hasEntry(app.sessionsFolder, session, id, (entry) => entry.type === kind && entry.undo === id),
  });
}
