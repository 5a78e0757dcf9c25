/** A job that any queue can run: one object in, one object out, with the same result however often it is repeated. */

import * as s from '../base/schema.ts';

export const fleetJobSchema = s.object({
  id: s.optional(
    s.string(
      'Identifies the job: the same id is the same job, wherever and however often it is started. Absent: a new job.',
      {
        pattern: /^[^\s\0/][^\0]{0,199}$/,
        hint: () => 'must be 1 to 200 characters and must not begin with a space or a slash',
        says: 'jobIdForm',
      },
    ),
  ),
  cwd: s.string('The folder to work in, relative to where coder was started.'),
  prompt: s.string('The task.', { pattern: /\S/, hint: () => 'must not be blank', says: 'jobBlank' }),
  mode: s.optional(
    s.string(
      'What is allowed without approval, because no one can be asked: plan, build, auto-edit, yolo, or a custom mode.',
    ),
  ),
  model: s.optional(s.string('Default: the model in the settings.')),
  base: s.optional(
    s.string(
      'The commit that the work starts from and the patch is based on. Default: the commit that is checked out.',
    ),
  ),
  worktree: s.optional(s.boolean('Work in a separate worktree, on a separate branch. Default: false.')),
  budget: s.optional(s.string('Such as "$2", "500k tokens" or "30m"; several are separated by commas.')),
  timeout_s: s.optional(s.number('Seconds after which the job is stopped.', { min: 1, max: 604_800 })),
  output_schema: s.optional(
    s.record(s.anything(), 'A JSON Schema; the answer is then one value that conforms to it, in "output".'),
  ),
  env_names: s.optional(
    s.array(
      s.string(),
      'Variables that commands of the job receive although they look like secrets. Their values are not part of the job.',
    ),
  ),
});

export type FleetJob = s.Infer<typeof fleetJobSchema>;

export const STOPS = [
  'answered',
  'cancelled',
  'failed',
  'budget',
  'timeout',
  'step-limit',
  'turn-limit',
  'running',
] as const;

export type FleetStop = (typeof STOPS)[number];

/** A line on standard error, written while the job runs. */
export const heartbeatSchema = s.object({
  id: s.string(),
  step: s.integer('Counts from 1 in each run.'),
  tokens: s.integer('Spent by the job so far.'),
  cost: s.number('US dollars so far, counting models whose prices are known.'),
  at: s.integer('Milliseconds since 1970.'),
  calls: s.array(s.string(), 'The calls that the model asked for in this step.'),
});

export type Heartbeat = s.Infer<typeof heartbeatSchema>;

/** True if the result is final: the same id returns it from then on. */
export function isFinal(stop: FleetStop): boolean {
  return stop !== 'cancelled' && stop !== 'failed' && stop !== 'running';
}

/** Exit code if another coder is running the job now: not an error, try again later. */
export const EXIT_RUNNING = 75;
