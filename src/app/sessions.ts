/** Sessions of a directory: listing them, and opening the one a run is to go on with. */

import { CoderError } from '../base/errors.ts';
import { sessionId } from '../base/ids.ts';
import type { Session, SessionChoice } from '../protocol/session.ts';
import { latestSession, listSessions, type SessionSummary } from '../session/list.ts';
import { openSession } from '../session/log.ts';
import type { AgentOptions } from './agent-options.ts';
import { type AppSettings, loadAppSettings } from './load-app-settings.ts';

export async function listAppSessions(options: AgentOptions, limit: number): Promise<SessionSummary[]> {
  return listSessions((await loadAppSettings(options)).sessionsFolder, limit);
}

export async function openAppSession(
  settings: AppSettings,
  options: AgentOptions,
  choice: SessionChoice,
  mask: (text: string) => string,
  warn: (message: string) => void,
): Promise<Session> {
  const { id, create } = await chooseSession(settings, choice);
  const { cwd, version } = options;
  return openSession({ folder: settings.sessionsFolder, id, create, cwd, version, mask, warn });
}

async function chooseSession(settings: AppSettings, choice: SessionChoice): Promise<{ id: string; create: boolean }> {
  switch (choice.kind) {
    case 'new':
      return { id: sessionId(), create: true };
    case 'resume':
      return { id: choice.id, create: false };
    case 'continue': {
      const latest = await latestSession(settings.sessionsFolder);
      if (!latest) throw new CoderError('no-session', 'There is no session to continue in this directory.');
      return { id: latest.id, create: false };
    }
  }
}
