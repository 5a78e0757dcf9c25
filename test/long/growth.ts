/**
 * Runs many turns of ten calls each with the whole agent and reports CPU per turn at the start and the end, bytes written, and memory held.
 *
 *     node --expose-gc test/long/growth.ts [turns]
 */

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provider, StreamPart } from '../../src/protocol/provider.ts';
import { appAgent } from '../fixtures/app-agent.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';

const TURNS = Number(process.argv[2] ?? 2000);
const CALLS = 10;
const SPAN = Math.min(100, Math.floor(TURNS / 4));

const ends: (() => unknown)[] = [];
const agent = await appAgent({ after: (end: () => unknown) => void ends.push(end) } as never, [], {
  provider: reader(),
  flags: { mode: 'build' },
});
const { path } = agent.place;
writeFileSync(join(path, 'a.txt'), 'a line of a file\n'.repeat(20));
const costs: number[] = [];
const startMemory = process.memoryUsage.rss();
const startWritten = written();
const startHeld = held();
for (let turn = 0; turn < TURNS; turn++) {
  const before = process.cpuUsage();
  await agent.say(`look again ${turn}`);
  agent.events.length = Math.min(agent.events.length, 5); // front ends keep no events either
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / 1000);
}
const endHeld = held();
const id = agent.sessionId();
await agent.close();
const size = (name: string): number => statSync(join(path, '.coder', 'sessions', name)).size / 1e6;
const mean = (part: readonly number[]): number => part.reduce((sum, each) => sum + each, 0) / part.length;
const [first, last] = [mean(costs.slice(SPAN, 2 * SPAN)), mean(costs.slice(-SPAN))];
console.log(`turns ${TURNS}, calls ${TURNS * CALLS}`);
console.log(
  `CPU per turn: ${first.toFixed(1)} ms, at the end ${last.toFixed(1)} ms: ${(last / first).toFixed(2)} times`,
);
console.log(
  `written ${((written() - startWritten) / 1e6).toFixed(0)} MB; log ${size(`${id}.jsonl`)} MB, snapshot ${size(`${id}.json`)} MB`,
);
console.log(`memory ${(startMemory / 1e6).toFixed(0)} → ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
console.log(`held after a collection ${startHeld.toFixed(0)} → ${endHeld.toFixed(0)} MB`);
for (const end of ends) await end();

function written(): number {
  return Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
}

/** Megabytes of heap in use after a collection; the process's own memory would include what could be freed. */
function held(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Makes ten calls, each for a different part of the file, then says one sentence. */
function reader(): Provider {
  let requests = 0;
  return {
    id: 'scripted',
    async *stream(): AsyncGenerator<StreamPart> {
      const turn = Math.floor(requests / 2);
      const isSecond = requests++ % 2 === 1;
      if (isSecond) {
        yield text(`Seen ${turn}.`);
        return yield stop;
      }
      for (let at = 0; at < CALLS; at++)
        yield call(`c${turn}-${at}`, 'read', { path: 'a.txt', offset: at + 1, limit: 3 });
      yield callsEnd;
    },
  };
}
