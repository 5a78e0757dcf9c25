/** The first things shown: the greeting, then the events from while the engine was opening, in order. */

import type { AgentHandle } from '../../../protocol/agent.ts';
import type { Stamped } from '../../../protocol/event.ts';
import type { Greeting } from '../draw/banner.ts';
import type { StreamView } from './stream-view.ts';

export interface Opening {
  /** Holds an event that arrives too early. Returns false once there is nothing to wait for. */
  keeps(event: Stamped): boolean;
  /** Resolves when the greeting and all held events are drawn. */
  readonly done: Promise<void>;
}

interface OpeningPorts {
  agent: Promise<AgentHandle>;
  view: Promise<StreamView>;
  greeting?(): Promise<Greeting | undefined>;
  greet(greeting: Greeting): void;
  draw(event: Stamped): void;
}

/** A question of the engine does not wait for the rest to open. */
export function createOpening({ agent, view, greeting, greet, draw }: OpeningPorts): Opening {
  const early: Stamped[] = [];
  const asked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let isOpen = true;
  void open();
  return {
    keeps(event) {
      if (isOpen) early.push(event);
      if (event.type === 'request-start') asked.resolve();
      return isOpen;
    },
    done: done.promise,
  };

  async function open(): Promise<void> {
    const [found, loaded] = await Promise.all([
      greeting?.().catch(() => undefined), // coder works without a greeting
      view.catch(() => undefined),
      Promise.race([agent.catch(() => undefined), asked.promise]),
    ]);
    if (!loaded) return; // the program ends
    if (found) greet(found);
    isOpen = false;
    for (const event of early.splice(0)) draw(event);
    done.resolve();
  }
}
