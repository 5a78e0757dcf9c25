/** What a protocol's adapter costs: CPU for 10,000 chunks compared with a bare transport and parser, and its import. */

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createParser } from 'eventsource-parser';
import { createTransport } from '../src/providers/wire/http.ts';
import { PRODUCT_TIMERS } from '../src/providers/wire/timers.ts';
import { H, type Script, startModelServer } from '../test/fixtures/model-server.ts';
import { PROTOCOLS, type SpokenProtocol } from '../test/providers/protocols.ts';
import { type Line, median, report, runNode, scratchFolder } from './measure.ts';

const CHUNKS = 10_000;
const CHUNKS_A_WRITE = 50;
/** Answers per sample: a single one is too short to measure well. */
const TIMES = 5;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11);
const MOST_CPU = 1.5;
const MOST_IMPORT_MS = 5;

const http = process.getBuiltinModule('node:http');
const served = PROTOCOLS.find(({ name }) => name === process.argv[2]);
if (served) console.log((await startModelServer(() => answerOf(served))).url);
else process.exitCode = report(await measure()) ? 0 : 1;

async function measure(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const protocol of PROTOCOLS) lines.push(...(await cpuLines(protocol)));
  return [...lines, ...(await importLines())];
}

/** Runs the server in a separate process, so that its time is not counted. */
async function serveApart(name: string): Promise<{ url: string; close(): void }> {
  const child = spawn(process.execPath, [import.meta.filename, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  return { url, close: () => void child.kill() };
}

async function cpuLines(protocol: SpokenProtocol): Promise<Line[]> {
  const server = await serveApart(protocol.name);
  const url = new URL(`${server.url}/x`);
  const provider = protocol.create({
    vendor: 'bench',
    baseUrl: server.url,
    headers: {},
    quirks: {},
    timers: PRODUCT_TIMERS,
    transport: createTransport({ timers: PRODUCT_TIMERS, env: {} }),
  });
  const request = { model: 'm', system: '', messages: [], tools: [] };
  const adapter = async (): Promise<void> => {
    let end = '';
    for await (const part of provider.stream(request, new AbortController().signal)) {
      if (part.type === 'end') end = part.reason;
    }
    if (end !== 'stop') throw new Error(`${protocol.name} ended with ${end}`);
  };
  const floors: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const floor = await cpuOf(() => bareLoop(url));
    const cost = await cpuOf(adapter);
    if (round < 2) continue; // warm-up until the code is compiled
    floors.push(floor);
    costs.push(cost);
  }
  server.close();
  return [
    { what: `${protocol.name}: ${CHUNKS} chunks`, value: median(costs), unit: 'ms' },
    {
      what: `${protocol.name}: against transport and parser`,
      value: median(costs) / median(floors),
      unit: '×',
      limit: MOST_CPU,
    },
  ];
}

/** The least that must be done: read, find the events, parse them. */
function bareLoop(url: URL): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(url, { method: 'POST' }, (response: IncomingMessage) => {
      const parser = createParser({ onEvent: ({ data }) => void (data.startsWith('{') && JSON.parse(data)) });
      response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
      response.on('end', resolve);
    });
    request.end('{}');
  });
}

function answerOf(protocol: SpokenProtocol): Script {
  const whole = protocol.whole('hello ');
  const piece = protocol.more('hello ');
  const at = whole.indexOf('hello ');
  const split = endOfEvent(whole, at);
  const pieces = Array.from({ length: CHUNKS / CHUNKS_A_WRITE }, () => piece.repeat(CHUNKS_A_WRITE));
  return [H, whole.slice(0, split), ...pieces, whole.slice(split)];
}

function endOfEvent(stream: string, at: number): number {
  const end = /\r?\n\r?\n/.exec(stream.slice(at));
  return end ? at + end.index + end[0].length : stream.length;
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TIMES;
}

/** Measured as it ships, bundled, and beyond what every adapter shares: the transport and its timers. */
async function importLines(): Promise<Line[]> {
  const names = ['openai-chat', 'anthropic', 'gemini', 'openai-responses'];
  const folder = scratchFolder();
  await build({
    entryPoints: ['http', ...names].map((name) => new URL(`../src/providers/${name}.ts`, import.meta.url).pathname),
    outdir: folder.path,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
  });
  writeFileSync(join(folder.path, 'empty.mjs'), '');
  const times = new Map<string, number[]>(['empty', ...names].map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, list] of times) list.push(await importTime(folder.path, name));
  }
  folder.remove();
  const floor = median(times.get('empty') ?? []);
  return names.map((name) => {
    const value = median(times.get(name) ?? []) - floor;
    return { what: `${name}: import, above that of an empty file`, value, unit: 'ms', limit: MOST_IMPORT_MS };
  });
}

/** In CPU time, because other processes may be using the machine. */
async function importTime(folder: string, name: string): Promise<number> {
  const [shared, file] = ['http', name].map((entry) => JSON.stringify(pathToFileURL(join(folder, `${entry}.mjs`))));
  const script = `await import(${shared}); const c = process.cpuUsage(); await import(${file}); const { user, system } = process.cpuUsage(c); console.log((user + system) / 1000)`;
  return Number((await runNode(['--input-type=module', '-e', script])).stdout);
}
