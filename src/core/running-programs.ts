/** Programs that outlive a cancelled turn, which lists them; a cancel while nothing else runs ends them. */

import type { Engine, Machine } from './engine.ts';

export interface RunningProgram {
  /** The name shown to the person. */
  readonly name: string;
  stop(): Promise<void>;
}

/** Returns running background commands and programs in terminals. */
export function runningPrograms({ jobs, terminals }: Machine): RunningProgram[] {
  const background = runningJobs(jobs());
  const interactive = terminals.list.filter(({ state }) => state === 'running');
  return [
    ...background.map((job) => ({ name: job.command, stop: () => job.stop() })),
    ...interactive.map(({ id, command }) => ({ name: `${id}: ${command}`, stop: () => terminals.kill(id) })),
  ];
}

function runningJobs(jobs: ReturnType<Machine['jobs']>) {
  return jobs.filter(({ state }) => state === 'running');
}

/** Answers a front end that wants to name the running programs before it ends them. */
export function reportPrograms({ machine, person }: Engine): void {
  const jobs = machine.jobs();
  const programs = runningPrograms(machine).map(({ name }) => name);
  const counted = jobs.length > 0 && { jobs: runningJobs(jobs).length };
  person.emit({ type: 'state-change', change: { programs, ...counted } });
}

export async function endPrograms({ machine, person, words }: Engine): Promise<void> {
  const running = runningPrograms(machine);
  if (running.length === 0) return;
  await Promise.all(running.map((program) => program.stop()));
  if (machine.jobs().length > 0)
    person.emit({ type: 'state-change', change: { jobs: runningJobs(machine.jobs()).length } });
  const title = words.turn.jobsEnded(running.map(({ name }) => name).join('; '));
  person.emit({ type: 'notice', level: 'warn', view: { title } });
}
