/** What the engine adds between two model calls and for each streamed token, against a scripted server. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { call, D, DONE, F, H, type Piece, type Script, say, startModelServer } from '../test/fixtures/model-server.ts';
import { CLI, coderEnv, median, report, runNode, scratchFolder } from './measure.ts';

const CALLS = 20;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const TOKENS = 100_000;

const folder = scratchFolder();
writeFileSync(join(folder.path, 'a.txt'), 'one\ntwo\nthree\n');

const scripts = {
  bash: (step: number) => call('bash', { command: `true ${step}` }, `call_${step}`),
  read: (step: number) => call('read', { path: 'a.txt', limit: step + 1 }, `call_${step}`),
};
const coder = [CLI, '-p', 'go', '--mode', 'yolo'];
const bare = [bareLoop()];
const runs = { bareBash: [] as number[], bash: [] as number[], bareRead: [] as number[], read: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  runs.bareBash.push(await gaps(bare, scripts.bash));
  runs.bash.push(await gaps(coder, scripts.bash));
  runs.bareRead.push(await gaps(bare, scripts.read));
  runs.read.push(await gaps(coder, scripts.read));
}
const cpu = await cpuPerToken();
folder.remove();

const good = report([
  { what: 'gap with bash running true', value: median(runs.bash), unit: 'ms', limit: 5 },
  { what: 'of a bare loop', value: median(runs.bareBash), unit: 'ms' },
  { what: 'gap with read', value: median(runs.read), unit: 'ms', limit: 2 },
  { what: 'of a bare loop', value: median(runs.bareRead), unit: 'ms' },
  { what: 'CPU per streamed token, headless', value: cpu, unit: 'µs', limit: 6 },
]);
process.exitCode = good ? 0 : 1;

/** As JavaScript: code that strips types from a script would stay in memory, and each fork would copy it. */
function bareLoop(): string {
  const path = join(folder.path, 'bare-loop.mjs');
  writeFileSync(
    path,
    transformSync(readFileSync(new URL('bare-loop.ts', import.meta.url), 'utf8'), { loader: 'ts' }).code,
  );
  return path;
}

/** From the last byte of one answer to the first of the next request, as seen by the server. */
async function gaps(args: string[], script: (step: number) => Script): Promise<number> {
  const server = await startModelServer((_request, index) => (index < CALLS ? script(index) : say('done')));
  const run = await runNode(args, {
    cwd: folder.path,
    env: { ...coderEnv(server.url, folder.path), CODER_SANDBOX: 'off' }, // the sandbox has a separate benchmark
    silent: true,
  });
  await server.close();
  if (run.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${run.exitCode}`);
  const times = server.requests;
  return median(times.slice(1).map(({ arrivedAt }, index) => arrivedAt - (times[index]?.answeredAt ?? Number.NaN)));
}

async function cpuPerToken(): Promise<number> {
  const many = await cpuOf(TOKENS);
  const few = await cpuOf(100);
  return ((many - few) * 1000) / TOKENS;
}

async function cpuOf(tokens: number): Promise<number> {
  const pieces: Piece[] = [H];
  for (let sent = 0; sent < tokens; sent += 10) {
    pieces.push(Array.from({ length: 10 }, (_, n) => D({ content: `${((sent + n) * 7919).toString(36)} ` })).join(''));
  }
  const script = [...pieces, F('stop'), DONE];
  const server = await startModelServer(() => script);
  const runs: number[] = [];
  for (let round = 0; round < 3; round++) {
    const options = { cwd: folder.path, env: coderEnv(server.url, folder.path), watched: true };
    runs.push((await runNode([CLI, '-p', 'go'], options)).cpuMs);
  }
  await server.close();
  return median(runs);
}
