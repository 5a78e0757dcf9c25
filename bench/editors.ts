/**
 * coder inside an editor: how soon `initialize` is answered compared with `node -e 0`, memory at rest, and how soon a cancelled turn stops.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { D, H, HANG, startModelServer } from '../test/fixtures/model-server.ts';
import { CLI, coderEnv, median, report, runNode, scratchFolder } from './measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);
const CANCELS = Number(process.env.BENCH_CANCELS ?? 200);

interface Message {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  params?: { update?: { sessionUpdate?: string } };
}

const folder = scratchFolder();
const server = await startModelServer(() => [H, D({ content: 'working' }), HANG]);
const env = coderEnv(server.url, folder.path);

const floor: number[] = [];
const answered: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  floor.push((await runNode(['-e', '0'])).wallMs);
  const client = start();
  await client.ask('initialize', { protocolVersion: 1 });
  answered.push(performance.now() - client.startedAt);
  await client.end();
}

const client = start();
await client.ask('initialize', { protocolVersion: 1 });
const known = memoryOf(client.child);
const { sessionId } = await client.ask('session/new', { cwd: folder.path, mcpServers: [] });
await new Promise((resolve) => setTimeout(resolve, 1000)); // at rest
const atRest = memoryOf(client.child);

const stops: number[] = [];
for (let round = 0; round < CANCELS; round++) {
  const said = client.heard('agent_message_chunk');
  const prompt = client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: `go ${round}` }] });
  await said;
  const from = performance.now();
  client.notify('session/cancel', { sessionId });
  const { stopReason } = await prompt;
  if (stopReason !== 'cancelled') throw new Error(`stopped as ${String(stopReason)}`);
  stops.push(performance.now() - from);
}
await client.end();
await server.close();
folder.remove();

const base = median(floor);
const sorted = stops.toSorted((a, b) => a - b);
const good = report([
  { what: 'node -e 0', value: base, unit: 'ms' },
  { what: 'initialize answered', value: median(answered) / base, unit: '×', limit: 3 },
  { what: 'memory after initialize', value: known, unit: 'MB', limit: 70 },
  { what: 'memory at rest, with a session', value: atRest, unit: 'MB', limit: 70 },
  { what: `cancel to stopped, median of ${CANCELS}`, value: median(stops), unit: 'ms' },
  {
    what: 'cancel to stopped, p99',
    value: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    unit: 'ms',
    limit: 100,
  },
]);
process.exitCode = good ? 0 : 1;

function start() {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, 'acp'], { cwd: folder.path, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let listening: { kind: string; done: () => void } | undefined;
  let count = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(JSON.parse(line) as Message);
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    startedAt,
    ask(method: string, params: object): Promise<Record<string, unknown>> {
      const id = ++count;
      write({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    notify: (method: string, params: object) => void write({ method, params }),
    /** Resolves with the next update of that kind. */
    heard: (kind: string) => new Promise<void>((done) => (listening = { kind, done })),
    end() {
      child.stdin.end();
      return ended;
    },
  };

  function take({ id, method, result, params }: Message): void {
    if (method === undefined && id !== undefined) waiting.get(id)?.(result ?? {});
    if (params?.update?.sessionUpdate === listening?.kind) listening?.done();
  }
}

function memoryOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
