/**
 * Jobs on each engine whose workers are killed with -9 at random moments while jobs run: node test/long/engines.ts [kills] [seed] [engine].
 * Each round has twenty jobs; if all of them finish before the last kill, another round follows.
 */

import assert from 'node:assert/strict';
import { type EngineName, runEngine } from '../fixtures/engine-runs.ts';
import { startDatabases } from '../fixtures/engines.ts';

const [kills = '50', seed = '1', only] = process.argv.slice(2);
const all: EngineName[] = ['bullmq', 'graphile-worker', 'dbos'];

await using databases = await startDatabases();
for (const name of all.filter((one) => only === undefined || one === only)) {
  const began = performance.now();
  const sum = { rounds: 0, jobs: 0, killed: 0, inWork: 0, interrupted: 0, resumed: 0, requests: 0 };
  while (sum.inWork < Number(kills)) {
    const wanted = { kills: Number(kills) - sum.inWork, jobs: 20, files: 9, seed: Number(seed) * 100 + sum.rounds };
    const seen = await runEngine(name, databases, wanted);
    assert.ok(seen.inWork > 0, 'no kill met a job');
    sum.rounds += 1;
    for (const key of ['jobs', 'killed', 'inWork', 'interrupted', 'resumed', 'requests'] as const)
      sum[key] += seen[key];
  }
  assert.ok(sum.resumed > 0);
  console.log(name, JSON.stringify(sum), `${Math.round((performance.now() - began) / 1000)} s`);
}
