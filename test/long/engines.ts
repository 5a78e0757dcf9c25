/** 20 jobs on each engine, workers killed with -9 at 50 random moments: node test/long/engines.ts [kills] [seed] [engine]. */

import assert from 'node:assert/strict';
import { type EngineName, runEngine } from '../fixtures/engine-runs.ts';
import { startDatabases } from '../fixtures/engines.ts';

const [kills = '50', seed = '1', only] = process.argv.slice(2);
const all: EngineName[] = ['bullmq', 'graphile-worker', 'dbos'];

await using databases = await startDatabases();
for (const name of all.filter((one) => only === undefined || one === only)) {
  const began = performance.now();
  const seen = await runEngine(name, databases, { kills: Number(kills), jobs: 20, files: 6, seed: Number(seed) });
  assert.equal(seen.killed, Number(kills));
  assert.ok(seen.resumed > 0);
  console.log(name, JSON.stringify(seen), `${Math.round((performance.now() - began) / 1000)} s`);
}
