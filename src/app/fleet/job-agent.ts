/** The agent that works on a job: its options, and the session it works in. */

import type { Entry, Session } from '../../protocol/session.ts';
import { type JobFolder, jobSession } from '../../session/fleet-jobs.ts';
import { readEntries } from '../../session/log.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { Preparation } from './prepare-job.ts';

export interface JobAgent {
  options: AgentOptions;
  /** The job's session as it was found; empty if the job is new. */
  entries: readonly Entry[];
  /** The session that was worked on, as it is now. */
  session(): { id: string | undefined; entries: readonly Entry[] };
}

/** The model may start while git still looks at the folder, but no tool may change anything before the preparation is done. */
export function jobAgent(options: AgentOptions, folder: JobFolder, preparation: Preparation): JobAgent {
  const found = jobSession(folder);
  let log: Pick<Session, 'id' | 'entries'> | undefined;
  return {
    entries: found === undefined ? [] : readEntries(folder.sessions, found),
    options: {
      ...options,
      sessionsFolder: folder.sessions,
      session: found === undefined ? { kind: 'new' } : { kind: 'resume', id: found },
      onLog(opened) {
        log = opened;
      },
      adaptTool: (tool) => ({
        ...tool,
        async execute(args, context) {
          await preparation.done();
          return tool.execute(args, context);
        },
      }),
    },
    session() {
      const id = jobSession(folder);
      if (id === undefined) return { id, entries: [] };
      return { id, entries: log?.id === id ? log.entries : readEntries(folder.sessions, id) }; // unless another one was started meanwhile
    },
  };
}
