/** A job that any queue can run: one object in, one object out, with the same result however often it is repeated. */

import * as s from '../base/schema.ts';

export const fleetJobSchema = s.object({
  id: s.optional(
    s.string(
      'Names the job: the same id is the same job, wherever and however often it is started. Absent: a new one.',
      {
        pattern: /^[^\s\0/][^\0]{0,199}$/,
        hint: 'must be 1 to 200 characters and must not begin with a space or a slash',
      },
    ),
  ),
  cwd: s.string('The folder to work in; relative to where coder was started.'),
  prompt: s.string('What is to be done.', { pattern: /\S/, hint: 'must say something' }),
  mode: s.optional(
    s.string('What may be done without asking, for nobody is asked: plan, build, auto-edit, yolo, or one of your own.'),
  ),
  model: s.optional(s.string('Default: that of the settings.')),
  base: s.optional(
    s.string('The commit that the work begins with and that the patch is made from; default: what is checked out.'),
  ),
  worktree: s.optional(s.boolean('Work in a worktree of its own, on a branch of its own. Default: false.')),
  budget: s.optional(s.string('Such as "$2", "500k tokens" or "30m"; several with a comma.')),
  timeout_s: s.optional(s.number('Seconds after which it is stopped.', { min: 1, max: 604_800 })),
  output_schema: s.optional(
    s.record(s.anything(), 'A JSON Schema; the answer is then one value that is valid against it, in "output".'),
  ),
  env_names: s.optional(
    s.array(
      s.string(),
      'Variables that commands of the job get although they look like secrets. Their values stay out of the job.',
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
  cost: s.number('US dollars so far, as far as prices are known.'),
  at: s.integer('Milliseconds since 1970.'),
  calls: s.array(s.string(), 'What the model asked for in this step.'),
});

export type Heartbeat = s.Infer<typeof heartbeatSchema>;

/** True if the result is final: the same id returns it from then on. */
export function isFinal(stop: FleetStop): boolean {
  return stop !== 'cancelled' && stop !== 'failed' && stop !== 'running';
}

/** Exit code if another coder is running the job now: not an error, try again later. */
export const EXIT_RUNNING = 75;
