/** `coder sessions`: the sessions of this directory, newest first. */

import type { AgentOptions } from '../app/agent-options.ts';
import { listAppSessions } from '../app/sessions.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { sessionLine } from '../transcript/session-line.ts';

const SHOWN = 50;

export async function runSessions(options: AgentOptions, json: boolean): Promise<number> {
  const sessions = await listAppSessions(options, SHOWN);
  if (json) {
    process.stdout.write(`${JSON.stringify(sessions, undefined, 2)}\n`);
    return 0;
  }
  if (sessions.length === 0) process.stdout.write('No sessions in this directory yet.\n');
  for (const session of sessions) {
    process.stdout.write(`${sessionLine({ ...session, title: cleanLine(session.title) })}\n`);
  }
  return 0;
}
