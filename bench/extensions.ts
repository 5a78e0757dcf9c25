/** What seven MCP servers and one that never answers cost a run that uses none of them: time to the first request, and its size. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexTools } from '../src/integrations/mcp/search.ts';
import { say, startModelServer } from '../test/fixtures/model-server.ts';
import { lacksServers, realServers } from '../test/fixtures/real-servers.ts';
import { CLI, coderEnv, median, report, runNode, scratchFolder } from './measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);
if (lacksServers) throw new Error(lacksServers);

const folder = scratchFolder();
const home = join(folder.path, 'home');
let requestAt = 0;
let body = '';
let isMeasuring = false;
let mostRunning = 0;
const server = await startModelServer((request) => {
  requestAt ||= performance.now();
  body = request.body;
  if (isMeasuring) mostRunning = Math.max(mostRunning, running());
  return say('hello');
});
const env = { ...coderEnv(server.url, folder.path), HOME: home };
const config = join(home, '.coder', 'config.json');
mkdirSync(join(home, '.coder'), { recursive: true });
const known = realServers(folder.path);
const configure = (mcpServers: object, mcp: object = {}) => writeFileSync(config, JSON.stringify({ mcpServers, mcp }));

configure(known, { first_wait_ms: 60_000 });
await oneShot(); // learns what the servers offer
const running = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isServer(name)).length;

const without: number[] = [];
const withAll: number[] = [];
isMeasuring = true;
for (let round = 0; round < ROUNDS; round++) {
  configure({});
  without.push(await attended());
  configure({ ...known, dead: { command: 'sleep', args: ['1000'] } });
  withAll.push(await attended());
}
const firstRequest = body.length;
await server.close();
folder.remove();

const lines = readFileSync(new URL('../test/data/mcp-tools.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const tools = lines.map((line) => {
  const tool = JSON.parse(line) as {
    server: string;
    name: string;
    description: string;
    inputSchema: { properties?: object };
  };
  return {
    ...tool,
    tool: tool.name,
    name: `mcp__${tool.server}__${tool.name}`,
    parameters: Object.keys(tool.inputSchema.properties ?? {}),
  };
});
const index = indexTools(tools);
const searching = performance.now();
for (let count = 0; count < 200; count++) index.search('take a screenshot of the page', 5);
const good = report([
  { what: 'first request, no servers', value: median(without), unit: 'ms' },
  {
    what: 'delay with seven known servers and one that hangs',
    value: median(withAll) - median(without),
    unit: 'ms',
    limit: 5,
  },
  { what: 'servers running, of the seven', value: mostRunning, unit: '', limit: 0 },
  { what: 'first request with all their tools known', value: firstRequest / 1024, unit: 'KiB', limit: 12 },
  { what: 'one search', value: (performance.now() - searching) / 200, unit: 'ms', limit: 1 },
]);
process.exitCode = good ? 0 : 1;

async function oneShot(): Promise<void> {
  const run = await runNode([CLI, '-p', 'hello'], { cwd: folder.path, env });
  if (run.exitCode !== 0) throw new Error(`coder -p ended with ${run.exitCode}`);
}

/** Runs as a program that can answer: the time a person waits, without the terminal. */
async function attended(): Promise<number> {
  requestAt = 0;
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, '--input-format', 'stream-json', '--output-format', 'stream-json'], {
    cwd: folder.path,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(`${JSON.stringify({ type: 'submit', text: 'hello' })}\n`);
  await once(child, 'close');
  return requestAt - started;
}

function isServer(pid: string): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && /\.ci\/servers\/node_modules\/(?!.*conformance)/.test(readFileSync(file, 'utf8'));
}
