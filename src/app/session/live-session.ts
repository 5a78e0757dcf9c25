/** Opens the sessions of a run, binding everything that belongs to one session only. */

import { join } from 'node:path';
import { sessionId } from '../../base/ids.ts';
import { createOutgoing } from '../../context/outgoing.ts';
import type { SessionPort } from '../../core/conversation.ts';
import { closeSession, type LiveSession } from '../../core/live-session.ts';
import { memorySession } from '../../core/memory-session.ts';
import { createMeter } from '../../core/meter.ts';
import { spentBy } from '../../core/report-context.ts';
import type { Opened } from '../../core/settings-in-use.ts';
import { createTodos } from '../../core/todos.ts';
import { createWork } from '../../core/verify/session-work.ts';
import { createSessionUndo } from '../../host/checkpoint/session-undo.ts';
import type { UndoProblem } from '../../host/checkpoint/undo-problem.ts';
import type { UndoneCall } from '../../host/files/recover-writes.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Session, SessionChoice } from '../../protocol/session.ts';
import { projectKey } from '../../session/grants.ts';
import { latestSession, listSessions } from '../../session/list.ts';
import { openSession } from '../../session/log.ts';
import { isSessionName, nameSession, sessionNames } from '../../session/names.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { fault, faultError } from '../../words/fault.ts';
import type { Host } from '../machine.ts';
import { type AppModels, priceOf } from '../models/models.ts';
import { budgetAtStart, openingOf } from '../opening.ts';
import type { Run } from '../run.ts';
import type { RulesOf } from './rules.ts';

/** Opens only the log of a session. */
export async function openLog(
  { app, options, mask, warn }: Run,
  choice: SessionChoice,
  undone: readonly UndoneCall[],
): Promise<Session> {
  if (choice.kind === 'unsaved') return memorySession();
  const folder = app.sessionsFolder;
  const { cwd, version } = options;
  const quiet = () => {}; // already reported at the start
  const warning = app.isProjectClosed ? quiet : warn;
  const place = { folder, ...(await chosen(choice, folder)), cwd, version };
  const log = await openSession({ ...place, mask, warn: warning, cutShort });
  options.onLog?.(log);
  return log;

  /** The text for the model about a call that was cut short; `undefined` if nothing of it was undone. */
  function cutShort(callId: string): string | undefined {
    const known = undone.find(({ call }) => call === callId);
    if (!known) return undefined;
    const rest =
      known.left.length === 0
        ? 'None of it is applied.'
        : `Left as it is: ${known.left.map(({ text }) => text).join(', ')}.`;
    return `interrupted: coder ended before this call did. Its changes were undone when coder started again. ${rest}`;
  }
}

type StoredChoice = Exclude<SessionChoice, { kind: 'unsaved' }>;

async function chosen(choice: StoredChoice, folder: string): Promise<{ id: string; create: boolean }> {
  switch (choice.kind) {
    case 'new':
      return { id: sessionId(), create: true };
    case 'resume':
      return { id: sessionNames(folder).get(choice.id) ?? choice.id, create: false };
    case 'continue': {
      const latest = await latestSession(folder);
      if (!latest) throw faultError('no-session', fault('noSessionHere'));
      return { id: latest.id, create: false };
    }
  }
}

export interface AppSessions extends SessionPort {
  /** Binds an open log, and reports where the session continues. */
  begin(log: Session, choice: SessionChoice): Promise<Opened>;
}

export function createSessions(
  run: Run,
  host: Host,
  rulesOf: RulesOf,
  models: AppModels,
  undone: readonly UndoneCall[],
): AppSessions {
  const { app, options, mask, person } = run;
  return {
    begin,
    async open(wanted, before) {
      const log = await openLog(run, wanted, undone);
      await closeSession(before);
      host.seen.clear();
      return begin(log, wanted);
    },
    list: (limit) => listSessions(app.sessionsFolder, limit),
    async name(name, id) {
      const folder = app.sessionsFolder;
      if (id === undefined ? !sessionNames(folder).has(name) : !isSessionName(name)) return false;
      await nameSession(folder, name, id);
      return true;
    },
    async export({ id, entries }, format, file, replace) {
      const { exportToFile } = await import('../../session/export.ts');
      return exportToFile({ id, entries, format, mask, lang: app.settings.lang }, { cwd: options.cwd, file, replace });
    },
  };

  async function begin(log: Session, choice: SessionChoice): Promise<Opened> {
    const live = bind(log, run, host, rulesOf);
    const { mode, model, turns, change } = openingOf(log, run);
    if (choice.kind === 'new') await logSettings(log, mode.name, model);
    const context = { ...live.outgoing.size(), limit: models.window(model) };
    person.emit({ type: 'state-change', change: { ...change, context, ...spentBy(live) } });
    return { live, mode, model, turns };
  }

  /** Logs what a new session begins with, so that it can continue there. The stand-in for a missing model is not logged as a choice. */
  async function logSettings(log: Session, mode: string, model: string): Promise<void> {
    await log.append({ type: 'setting', key: 'mode', value: mode });
    if (run.choice.kind === 'endpoint') await log.append({ type: 'setting', key: 'model', value: model });
  }
}

function bind(log: Session, { app, person, warn }: Run, host: Host, rulesOf: RulesOf): LiveSession {
  const { settings, home } = app;
  const { workspace, processes } = host;
  const { max_bytes: maxBytes, max_turns: maxTurns } = settings.undo;
  return {
    log,
    outgoing: createOutgoing(log.entries),
    work: createWork(log.entries),
    meter: createMeter(log.entries, (model) => priceOf(model, settings), budgetAtStart(log.entries, app)),
    rules: rulesOf(log),
    todos: createTodos(log, person),
    baselines: new Map(),
    checks: { agreed: new Set(), edited: new Set() },
    endedJobs: new Set(),
    loadedTools: new Set(sentLast(log.entries)),
    ...createSessionUndo({
      folder: () => join(home, 'projects', projectKey(workspace.root), 'undo'),
      roots: workspace.roots,
      session: log,
      limits: { maxBytes, maxTurns },
      processes,
      get env() {
        return host.env();
      },
      warn: (problem) => warn(undoFault(problem)),
      journal: host.journal,
    }),
  };
}

function undoFault(problem: UndoProblem): Fault {
  return problem.kind === 'too-many-files'
    ? extensionFault('undoTooManyFiles', problem.root)
    : extensionFault('undoIncomplete', problem.why);
}

/** Names of the tools in the session's last request, so that tools once looked up stay available. */
function sentLast(entries: Session['entries']): string[] {
  const last = entries.findLast((entry) => entry.type === 'request');
  return last?.type === 'request' ? last.tools.map(({ name }) => name) : [];
}
