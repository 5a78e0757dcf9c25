/** Peak memory of the process for an answer of 16 MB in 25,000 events: `node test/long/long-answer.ts [ROUNDS] [FORMAT…]`. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPty } from '../fixtures/terminal.ts';

const CLI = process.env.BENCH_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 3);
const FORMATS = process.argv.length > 3 ? process.argv.slice(3) : ['text', 'json', 'stream-json', 'terminal'];
const EVENTS = 25_000;
const BYTES = 16_000_000;
const MOST_MB = 64;
const WORDS = ['the ', 'function ', 'returns ', 'a value ', 'of ', 'index; ', 'const x = 1;\n', 'and ', 'then '];
const TEXTS: Record<string, (index: number) => string> = {
  ascii: (index) => filled(index, WORDS),
  mixed: (index) => filled(index, index % 20 === 0 ? [...WORDS, '— '] : WORDS),
  chinese: (index) => filled(index, ['你好', '世界', '函数', '值\n']),
};

/** Text of the size of one event. */
function filled(seed: number, words: readonly string[]): string {
  let text = '';
  for (let state = seed + 1; Buffer.byteLength(text) < BYTES / EVENTS; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += words[(state >> 8) % words.length];
  }
  return text;
}

const server = createServer((request, response) => {
  request.resume();
  void answer(request, response);
}).listen(0, '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind = '', count = ''] = (request.url ?? '').split('/');
  const send = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let index = 0; index < Number(count); index += 1) {
    const isTaken = send({ content: TEXTS[kind]?.(index) });
    if (!isTaken) await new Promise((resolve) => response.once('drain', resolve));
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address() as AddressInfo;
const pty = await loadPty();

async function peakMb(kind: string, events: number, format: string): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'coder-long-answer-'));
  const url = `http://127.0.0.1:${port}/${kind}/${events}`;
  const env = { PATH: process.env.PATH, HOME: home, AGENT_BASE_URL: url, AGENT_API_KEY: 'none', AGENT_MODEL: 'm' };
  const peak = await (format === 'terminal' ? peakInTerminal(home, env) : peakPrinted(home, env, format));
  rmSync(home, { recursive: true });
  return peak;
}

async function peakPrinted(home: string, env: NodeJS.ProcessEnv, format: string): Promise<number> {
  const print = 'process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}\\n`))';
  const look = `data:text/javascript,${encodeURIComponent(print)}`;
  const args = ['--import', look, CLI, '-p', 'go', '--output-format', format];
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return code !== 0 ? Number.NaN : Number(/peak (\d+)/.exec(said)?.[1]) / 1024;
}

/** The kernel's peak for the process once the row that ends a turn is shown. */
async function peakInTerminal(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  if (!pty) throw new Error('This needs a pseudo-terminal; name the other formats to have those only.');
  const child = pty.spawn(process.execPath, [CLI], { cwd, env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' } });
  const exited = new Promise((resolve) => child.onExit(resolve));
  let end = '';
  let wake = () => {};
  child.onData((text) => {
    end = (end + text).slice(-2000);
    wake();
  });
  const until = async (shown: RegExp) => {
    while (!shown.test(end)) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(/> /);
  await until(/model: m/);
  child.write('go');
  await until(/> .*go/);
  end = '';
  child.write('\r');
  await until(/✓ .*> /s);
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  child.write('\x04');
  await exited;
  return peak;
}

let worst = 0;
for (const format of FORMATS) {
  for (const kind of Object.keys(TEXTS)) {
    const more: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const short = await peakMb(kind, 1, format);
      more.push(Math.round((await peakMb(kind, EVENTS, format)) - short));
    }
    worst = Math.max(worst, ...more.map((each) => (Number.isNaN(each) ? Number.POSITIVE_INFINITY : each)));
    console.log(`${format}, ${kind}: +${more.join(', +')} MB`);
  }
}
console.log(`at most +${worst} MB, ${MOST_MB} are allowed`);
server.close();
process.exitCode = worst <= MOST_MB ? 0 : 1;
