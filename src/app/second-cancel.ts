/** Jobs outlive a cancelled turn, which names them; a cancel while nothing runs ends them. */

import type { AgentHandle } from '../protocol/agent.ts';
import type { Event } from '../protocol/event.ts';
import type { Job } from '../protocol/job.ts';

/** The event of a cancelled turn, with what still runs. */
export function withJobs(event: Event, jobs: () => readonly Job[]): Event {
  if (event.type !== 'turn-end' || event.reason !== 'cancelled') return event;
  const running = runningOf(jobs());
  return running.length > 0 ? { ...event, jobs: running.map(({ command }) => command) } : event;
}

export function endJobsOnCancel(
  agent: AgentHandle,
  jobs: () => readonly Job[],
  ended: (commands: string[]) => void,
): AgentHandle {
  let inputs = 0;
  return {
    ...agent,
    async send(op) {
      const isInput = op.type === 'submit' || op.type === 'steer';
      if (op.type === 'cancel' && inputs === 0) return endJobs();
      if (isInput) inputs += 1;
      try {
        await agent.send(op);
      } finally {
        if (isInput) inputs -= 1;
      }
    },
  };

  async function endJobs(): Promise<void> {
    const running = runningOf(jobs());
    if (running.length === 0) return;
    await Promise.all(running.map((job) => job.stop()));
    ended(running.map(({ command }) => command));
  }
}

function runningOf(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ state }) => state === 'running');
}
