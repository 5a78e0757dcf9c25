/** How long `coder --version` and the first model request take, compared with `node -e 0`. */

import { say, startModelServer } from '../test/fixtures/model-server.ts';
import { CLI, coderEnv, median, report, runNode, scratchFolder } from './measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);

const folder = scratchFolder();
let requestAt = 0;
const server = await startModelServer(() => {
  requestAt ||= performance.now();
  return say('hello');
});
const env = coderEnv(server.url, folder.path);
const floor: number[] = [];
const version: number[] = [];
const request: number[] = [];
const peaks: number[] = [];

for (let round = 0; round < ROUNDS; round++) {
  floor.push((await runNode(['-e', '0'])).wallMs);
  version.push((await runNode([CLI, '--version'])).wallMs);
  requestAt = 0;
  let started = 0;
  const run = await runNode([CLI, '-p', 'hello'], {
    cwd: folder.path,
    env,
    onSpawn: (at) => {
      started = at;
    },
  });
  if (run.exitCode !== 0) throw new Error(`coder -p ended with ${run.exitCode}`);
  request.push(requestAt - started);
}
for (let round = 0; round < 5; round++) {
  peaks.push((await runNode([CLI, '-p', 'hello'], { cwd: folder.path, env, watched: true })).peakMb);
}
const firstRequest = server.requests[0]?.body.length ?? 0;
await server.close();
folder.remove();

const base = median(floor);
const good = report([
  { what: 'node -e 0', value: base, unit: 'ms' },
  { what: 'coder --version', value: median(version) / base, unit: '×', limit: 1.3 },
  { what: 'time to the first model request', value: median(request) / base, unit: '×', limit: 2.5 },
  { what: 'peak memory of a one-shot run', value: median(peaks), unit: 'MB', limit: 85 },
  { what: 'first request, system prompt and tools of build', value: firstRequest / 1024, unit: 'KiB', limit: 12 },
]);
process.exitCode = good ? 0 : 1;
