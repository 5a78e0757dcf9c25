/** What the first request waits for: the servers it needs are asked what they offer, the others a little later. */

import type { Server } from './server.ts';

export interface Readiness {
  /** Begins to ask the servers that are not known; the same promise for every request. */
  ready(signal: AbortSignal): Promise<void>;
  /** Asks the servers that have become unknown, if any was asked before. */
  learnUnknown(): void;
  /** Asks no more servers. */
  stop(): void;
}

export interface ReadinessOptions {
  servers: readonly Server[];
  attended: boolean;
  firstWaitMs: number;
  /** Called each time a server has been asked, whether it answered or not. */
  onLearned(): void;
  /** Called with the servers that the run continues without. */
  onSkipped(names: readonly string[]): void;
}

/** Delay of optional servers, so that a request typed before coder was ready comes first. */
const LATER_MS = 300;

export function createReadiness(options: ReadinessOptions): Readiness {
  const { servers, attended, firstWaitMs, onLearned, onSkipped } = options;
  const learning = new Map<Server, Promise<unknown>>();
  let readiness: Promise<void> | undefined;
  let later: NodeJS.Timeout | undefined;
  const start = (server: Server) => void learning.set(server, learn(server, onLearned));

  return {
    ready: (signal) => (readiness ??= begin(signal)),
    learnUnknown() {
      if (readiness) servers.filter(({ state }) => state === 'unknown').forEach(start);
    },
    stop: () => clearTimeout(later),
  };

  async function begin(signal: AbortSignal): Promise<void> {
    const unknown = servers.filter(({ state }) => state === 'unknown');
    const isLater = ({ entry }: Server) => attended && !entry.required;
    unknown.filter((server) => !isLater(server)).forEach(start);
    later = setTimeout(() => unknown.filter(isLater).forEach(start), LATER_MS).unref(); // what the person waits for comes first
    const needed = servers.filter((server) => server.entry.required && !server.manifest);
    const waits = [
      ...needed.map((server) => within(learning.get(server), server.entry.startupMs, signal)),
      ...(attended ? [] : unknown.map((server) => within(learning.get(server), firstWaitMs, signal))),
    ];
    await Promise.all(waits);
    const skipped = servers
      .filter(({ manifest, state }) => !manifest && state !== 'off')
      .map(({ entry }) => entry.name);
    if (!attended && skipped.length > 0) onSkipped(skipped);
  }
}

/** Connects only to learn what the server offers; until it is used, it need not run. */
async function learn(server: Server, onLearned: () => void): Promise<void> {
  try {
    await server.learn(AbortSignal.timeout(server.entry.startupMs));
    await server.disconnect();
  } catch {
    // its state shows why
  } finally {
    onLearned();
  }
}

/** Waits for a limited time; a timeout is not a failure, because the run continues without the server. */
async function within(work: Promise<unknown> | undefined, ms: number, signal: AbortSignal): Promise<void> {
  if (!work) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise<void>((done) => {
    if (limit.aborted) done();
    limit.addEventListener('abort', () => done(), { once: true });
    void work.finally(() => done());
  });
}
