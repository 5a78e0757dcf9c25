/** Programs in the background and in terminals, which end with coder: names them before it leaves, and before Esc ends them. */

import type { AgentHandle } from '../../../protocol/agent.ts';
import type { Stamped } from '../../../protocol/event.ts';

export interface StillRunning {
  /** Leaves, after asking if programs would end with coder; if called again meanwhile, leaves at once. */
  leave(code: number): void;
  /** Names the running programs; the next Esc ends them. */
  name(): void;
  follow(event: Stamped): void;
  /** True if programs ran when the engine last reported them; some may have ended since. */
  readonly isAny: boolean;
}

interface StillRunningPorts {
  agent: Promise<AgentHandle>;
  /** Asks whether to leave and end these programs. */
  ask(programs: readonly string[]): Promise<boolean>;
  leave(code: number): void;
  named(programs: readonly string[]): void;
}

export function createStillRunning({ agent, ask, leave, named }: StillRunningPorts): StillRunning {
  const terminals = new Set<string>();
  let jobs = 0;
  let programs: readonly string[] = [];
  let isLeaving = false;

  return {
    leave(code) {
      if (isLeaving || !isAny()) return leave(code);
      isLeaving = true;
      list()
        .then(async (running) => {
          if (running.length === 0 || (await ask(running))) leave(code);
          isLeaving = false;
        })
        .catch(() => leave(code)); // an engine that cannot answer must not keep the person here
    },
    name() {
      void list().then(
        (running) => running.length > 0 && named(running),
        () => undefined, // the failure is reported where it happened
      );
    },
    follow(event) {
      if (event.type === 'terminal-start') terminals.add(event.id);
      else if (event.type === 'terminal-end') terminals.delete(event.id);
      else if (event.type === 'state-change') {
        jobs = event.change.jobs ?? jobs;
        programs = event.change.programs ?? programs;
      }
    },
    get isAny() {
      return isAny();
    },
  };

  function isAny(): boolean {
    return terminals.size > 0 || jobs > 0;
  }

  async function list(): Promise<readonly string[]> {
    await (await agent).send({ type: 'report-programs' });
    return programs;
  }
}
