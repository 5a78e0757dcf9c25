/** Jobs outlive a cancelled turn, which names them; a cancel while nothing runs ends them. */

import type { Job } from '../protocol/job.ts';
import type { Engine, Machine } from './engine.ts';

export function runningJobs(machine: Machine): Job[] {
  return machine.jobs().filter(({ state }) => state === 'running');
}

export async function endJobs({ machine, person, words }: Engine): Promise<void> {
  const running = runningJobs(machine);
  if (running.length === 0) return;
  await Promise.all(running.map((job) => job.stop()));
  const title = words.turn.jobsEnded(running.map(({ command }) => command).join('; '));
  person.emit({ type: 'notice', level: 'warn', view: { title } });
}
