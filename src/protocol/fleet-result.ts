/** The result of a job. Separate from the job itself, which is loaded before anything else. */

import * as s from '../base/schema.ts';
import { turnChecks } from './event.ts';
import { type FleetStop, STOPS } from './fleet-job.ts';

export const fleetResultSchema = s.object({
  id: s.string(),
  stop: s.oneOf(
    STOPS,
    'Why the job ended. After cancelled or failed, the same id continues it; running: another process has it now.',
  ),
  exit_code: s.integer('Exit code of the process.'),
  error: s.optional(s.string('What went wrong.')),
  answer: s.optional(s.string('The last message of the model.')),
  output: s.optional(s.anything()),
  patch: s.string('The changes since base, for git apply --binary; empty if nothing changed.'),
  base: s.optional(s.string('The commit that the work started from.')),
  branch: s.optional(s.string('The branch with the changes, for a job in a worktree that changed something.')),
  worktree: s.optional(s.string('Path of the worktree, if it was not removed.')),
  checks: s.optional(turnChecks),
  denied: s.array(s.object({ tool: s.string(), why: s.string() }), 'Calls that were not allowed.'),
  skipped: s.array(s.string(), 'Anything that was not used or not done, and why.'),
  usage: s.object(
    { input: s.integer(), output: s.integer(), cached: s.integer() },
    'Tokens, including those before an interruption.',
  ),
  cost: s.optional(s.number('US dollars, counting models whose prices are known.')),
  session: s.string("The session's id; its log is in the job's folder."),
  resumed: s.optional(s.literal(true)),
  duration_ms: s.integer(),
});

/** `output` is present only if the job had a schema for it. */
export type FleetResult = Omit<s.Infer<typeof fleetResultSchema>, 'output'> & { output?: unknown };

/** The result of a job that ended before its session began. */
export function emptyResult(id: string, stop: FleetStop, exitCode: number, error?: string): FleetResult {
  const usage = { input: 0, output: 0, cached: 0 };
  const none = { patch: '', denied: [], skipped: [], usage, session: '', duration_ms: 0 };
  return { id, stop, exit_code: exitCode, ...(error !== undefined && { error }), ...none };
}
