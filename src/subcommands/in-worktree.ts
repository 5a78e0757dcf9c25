/** `--worktree`: runs a conversation or a turn in a separate worktree, which is removed afterwards if nothing is lost by that. */

import { join } from 'node:path';
import type { AgentOptions } from '../app/agent-options.ts';
import { openWorktreeHost } from '../app/fleet/worktree-host.ts';
import type { CoderError } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';
import { sessionId } from '../base/ids.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { addWorktree, takeWorktree } from '../host/worktree/add-worktree.ts';
import { removeWorktree } from '../host/worktree/remove-worktree.ts';
import type { Fault } from '../protocol/fault.ts';
import { faultError, faultWith } from '../words/fault.ts';
import { jobFault } from '../words/job-fault.ts';
import { keptBecause } from '../words/kept-because.ts';
import { wordsFor } from './words-for.ts';

/** If `name` is an existing worktree, work in it continues. Sessions are kept in the original folder. */
export async function inWorktree(
  options: AgentOptions,
  name: string | undefined,
  run: (inside: AgentOptions) => Promise<number>,
): Promise<number> {
  const { cwd, env } = options;
  const words = await wordsFor(options);
  const { fleet: say } = words;
  const host = openWorktreeHost(coderHome(env), env);
  const signal = new AbortController().signal;
  try {
    const called = name ?? `w-${sessionId()}`;
    const taken = await takeWorktree(host, { cwd, name: called });
    if (taken === 'in-use') throw refused(jobFault('jobWorktreeUsed', called));
    const added =
      taken === 'none'
        ? await addWorktree(host, { cwd, name: called }, signal)
        : { ok: true as const, worktree: taken };
    if (!added.ok) throw refused(added.error);
    const { record, cwd: inside } = added.worktree;
    const code = await run({ ...options, cwd: inside, sessionsFolder: join(cwd, '.coder', 'sessions') });
    const removed = await removeWorktree(host, record, 'perhaps-others', signal);
    if (removed.status === 'kept') {
      const why = keptBecause(removed.because, words);
      process.stderr.write(`${cleanLine(say.stays(record.path, record.branch, why))}\n`);
    } else if (removed.branch !== undefined) process.stderr.write(`${say.removed(record.name, removed.branch)}\n`);
    return code;
  } finally {
    await host.close();
  }
}

function refused(why: Fault): CoderError {
  return faultError('usage', faultWith('placed', '--worktree', why));
}
