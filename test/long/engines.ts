/** 20 jobs on each engine, workers killed with -9 at 50 random moments: node test/long/engines.ts [kills] [seed] [engine]. */

import { type EngineName, runEngine } from '../fixtures/engine-runs.ts';
import { startDatabases } from '../fixtures/engines.ts';

const [kills = '50', seed = '1', only] = process.argv.slice(2);
const all: EngineName[] = ['bullmq', 'graphile-worker', 'dbos'];

await using databases = await startDatabases();
for (const name of all.filter((one) => only === undefined || one === only)) {
  const began = performance.now();
  const seen = await runEngine(name, databases, { kills: Number(kills), jobs: 20, seed: Number(seed) });
  console.log(name, JSON.stringify(seen), `${Math.round((performance.now() - began) / 1000)} s`);
}
