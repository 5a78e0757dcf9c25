/** `coder sessions`: lists the sessions of this folder, newest first. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { listSessions } from '../session/list.ts';
import { sessionLine } from '../transcript/session-line.ts';
import { loadWords } from '../words/words.ts';

const SHOWN = 50;

export async function runSessions(options: AgentOptions, json: boolean): Promise<number> {
  const { sessionsFolder, folder, isProjectClosed, settings } = await loadAppSettings(options);
  const sessions = await listSessions(sessionsFolder, SHOWN);
  if (json) {
    process.stdout.write(`${JSON.stringify(sessions, undefined, 2)}\n`);
    return 0;
  }
  const { commands: say, turn } = await loadWords(settings.lang);
  if (isProjectClosed) process.stderr.write(`${turn.projectClosed(folder)}\n`);
  if (sessions.length === 0) process.stdout.write(`${say.noSessions}\n`);
  for (const session of sessions) {
    process.stdout.write(`${sessionLine({ ...session, title: cleanLine(session.title) }, say.sessionMarks)}\n`);
  }
  return 0;
}
