/**
 * The REPL as a person experiences it: first prompt, keys, a stream, memory, cancels. In a real terminal, with baselines from the same run.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { D, DONE, F, H, pause, type Script, say, startModelServer, usage } from '../test/fixtures/model-server.ts';
import { loadPty } from '../test/fixtures/terminal.ts';
import { measureCancels } from './cancels.ts';
import { CLI, coderEnv, type Line, median, report, runNode, scratchFolder } from './measure.ts';
import { cpuMs, percentile, rssMb, sit, type Typist } from './typist.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const KEYS = Number(process.env.BENCH_KEYS ?? 300);
const TURNS = Number(process.env.BENCH_TURNS ?? 500);
const TRIES = Number(process.env.BENCH_TRIES ?? 5);
const CANCELS = Number(process.env.BENCH_CANCELS ?? 200);
const TOKENS = 5000;
const TOKENS_A_SECOND = 1000;
const TICK_MS = 10;
const REST_MS = 4000;
const BARE = fileURLToPath(new URL('bare-echo.ts', import.meta.url));
/** Keys that no answer contains, of a width that every terminal agrees on. */
const FIRST_KEY = 0x4e00;
const CLEAR = '\x15';

const pty = await loadPty();
if (!pty) throw new Error('This benchmark needs a pseudo-terminal.');
const folder = scratchFolder();
mkdirSync(join(folder.path, '.coder'), { recursive: true });
writeFileSync(join(folder.path, '.coder', 'config.json'), JSON.stringify({ context_limit: 10_000_000 }));

let nextAnswer: Script = say('hello');
const server = await startModelServer(() => nextAnswer);
const env = { ...coderEnv(server.url, folder.path), LANG: 'C.UTF-8', TERM: 'xterm-256color', CODER_STYLE: 'full' };
/** The folder is also the home folder; version 0.1.0 prints its full path. */
const READY = /\[build\] \S+> /;

const start = (): Typist => sit(pty, process.execPath, [CLI], { cwd: folder.path, env });
const startBare = (): Typist =>
  sit(pty, process.execPath, ['--experimental-strip-types', BARE], { cwd: folder.path, env });

/** `BENCH_PARTS=prompt,session` measures only those. All parts take minutes; each reports when it is done. */
const PARTS = {
  prompt: promptLines,
  session: sessionLines,
  turns: turnLines,
  cancels: () => measureCancels(pty, CANCELS),
};
const chosen = process.env.BENCH_PARTS?.split(',') ?? Object.keys(PARTS);
let good = true;
for (const [name, measure] of Object.entries(PARTS)) if (chosen.includes(name)) good = report(await measure()) && good;
await server.close();
folder.remove();
process.exitCode = good ? 0 : 1;

async function promptLines(): Promise<Line[]> {
  const { floor, prompt, key } = await measureFirstPrompt();
  return [
    { what: 'node -e 0', value: floor, unit: 'ms' },
    { what: 'first prompt', value: prompt / floor, unit: '×', limit: 1.5 },
    { what: 'first key, typed as the prompt comes, echoed', value: key / floor, unit: '×', limit: 2.2 },
    { what: 'keys lost that were typed before the prompt', value: await measureEarlyKeys(), unit: 'keys', limit: 0 },
  ];
}

/** Other programs only add time, so the least value of several tries is nearest to the true cost. */
async function sessionLines(): Promise<Line[]> {
  let best = await sessionTry();
  for (let tries = 1; tries < TRIES && best.some(isOver); tries += 1) {
    const next = await sessionTry();
    best = best.map((line, index) => ({ ...line, value: Math.min(line.value, next[index]?.value ?? line.value) }));
  }
  return best;
}

function isOver({ value, limit }: Line): boolean {
  return limit !== undefined && value > limit;
}

async function sessionTry(): Promise<Line[]> {
  const bare = await measureBare();
  const coder = await measureSession();
  return [
    { what: 'a key at rest, p95, bare loop', value: bare.rest, unit: 'ms' },
    { what: 'a key at rest, p95', value: coder.rest, unit: 'ms', limit: 2 },
    { what: 'a key while streaming, p95', value: coder.streaming, unit: 'ms', limit: 8 },
    { what: `CPU for ${TOKENS} tokens, bare loop`, value: bare.cpu, unit: 'ms' },
    { what: `CPU for ${TOKENS} tokens of Markdown`, value: coder.cpu, unit: 'ms', limit: 600 },
    { what: 'bytes written per token', value: coder.bytes / TOKENS, unit: 'bytes', limit: 20 },
    { what: 'bytes a token after 20,000 lines', value: coder.lateBytes / coder.bytes, unit: '×', limit: 1.2 },
    { what: 'CPU a token after 20,000 lines', value: coder.lateCpu / coder.cpu, unit: '×', limit: 1.2 },
  ];
}

async function turnLines(): Promise<Line[]> {
  const { atRest, early, late } = await measureTurns();
  return [
    { what: 'memory at rest', value: atRest, unit: 'MB', limit: 80 },
    { what: 'memory at rest after 20 turns', value: early, unit: 'MB', limit: 80 },
    { what: `memory at rest after ${TURNS} turns`, value: late, unit: 'MB', limit: 80 },
    { what: 'growth since turn 20', value: late - early, unit: 'MB', limit: 10 },
  ];
}

async function measureFirstPrompt(): Promise<{ floor: number; prompt: number; key: number }> {
  const floors: number[] = [];
  const prompts: number[] = [];
  const keys: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push((await runNode(['-e', '0'])).wallMs);
    const started = performance.now();
    const typist = start();
    await typist.until((output) => READY.test(output));
    prompts.push(performance.now() - started);
    const key = String.fromCharCode(FIRST_KEY);
    typist.write(key);
    await typist.until((output) => output.includes(key));
    keys.push(performance.now() - started);
    typist.write(CLEAR);
    await typist.leave();
  }
  return { floor: median(floors), prompt: median(prompts), key: median(keys) };
}

async function measureEarlyKeys(): Promise<number> {
  const typist = start();
  const keys = 'typed before anything';
  for (const key of keys) typist.write(key);
  await typist.until((output) => READY.test(output));
  await typist.settle();
  const shown = (await typist.screen()).join('\n');
  await typist.leave();
  return shown.includes(keys) ? 0 : keys.length;
}

async function measureBare(): Promise<{ rest: number; cpu: number }> {
  const typist = startBare();
  await typist.until((output) => output.includes('ready> '));
  const rest = await typeKeys(typist);
  const { cpu } = await streamOnce(typist, '');
  await typist.leave();
  return { rest, cpu };
}

async function measureSession() {
  const typist = start();
  await typist.until((output) => READY.test(output));
  await typist.until((output) => output.includes('model: bench-model'));
  await typist.settle();
  const rest = await typeKeys(typist);
  await oneTurn(typist, say('warm'));
  const first = await streamOnce(typist, 'go');
  const streaming = await typeWhileStreaming(typist);
  for (let turn = 0; turn < 10; turn += 1) await oneTurn(typist, say(transcript(turn * 2000, 2000)));
  const late = await streamOnce(typist, 'go');
  await typist.leave();
  return { rest, streaming, cpu: first.cpu, bytes: first.bytes, lateCpu: late.cpu, lateBytes: late.bytes };
}

/** From a key to its echo, one at a time. */
async function typeKeys(typist: Typist): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    times.push(await typist.key(String.fromCharCode(97 + (index % 26))));
    if (index % 40 === 39) await typist.clear();
    await new Promise((resolve) => setTimeout(resolve, 2)); // no one types faster
  }
  await typist.clear();
  return percentile(times, 0.95);
}

async function typeWhileStreaming(typist: Typist): Promise<number> {
  nextAnswer = paced();
  await typist.submit('go');
  await typist.until((output) => output.includes('Plan'));
  const times: number[] = [];
  const until = performance.now() + (TOKENS / TOKENS_A_SECOND) * 1000 - 700;
  for (let index = 0; performance.now() < until; index += 1) {
    times.push(await typist.keyAmongOutput(String.fromCharCode(FIRST_KEY + index)));
    if (index % 20 === 19) await typist.clear();
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  await typist.clear();
  await typist.until((output) => output.includes('END-OF-ANSWER'));
  await typist.prompted();
  return percentile(times, 0.95);
}

/** CPU and bytes from the first token to the last. */
async function streamOnce(typist: Typist, line: string): Promise<{ cpu: number; bytes: number }> {
  nextAnswer = paced();
  await typist.submit(line);
  await typist.until((output) => output.includes('Plan'));
  const before = { cpu: cpuMs(typist.pid), bytes: typist.bytes() };
  await typist.until((output) => output.includes('END-OF-ANSWER'));
  const after = { cpu: cpuMs(typist.pid), bytes: typist.bytes() };
  await typist.prompted();
  return { cpu: after.cpu - before.cpu, bytes: after.bytes - before.bytes };
}

async function oneTurn(typist: Typist, answer: Script): Promise<void> {
  nextAnswer = answer;
  await typist.submit('go');
  await typist.prompted();
}

/** Memory at rest: some seconds after the start or the last turn, when unused memory has been released. */
async function measureTurns() {
  const typist = start();
  await typist.until((output) => output.includes('model: bench-model'));
  await typist.settle();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const atRest = rssMb(typist.pid);
  const run = async (from: number, to: number): Promise<number> => {
    for (let turn = from; turn < to; turn += 1) {
      await oneTurn(typist, say(`Answer ${turn}: a **short** one.\n\n- with\n- a list`));
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return rssMb(typist.pid);
  };
  const early = await run(0, Math.min(20, TURNS));
  const late = await run(20, TURNS);
  await typist.leave();
  return { atRest, early, late };
}

/** Tokens of six characters at the rate of a fast model. */
function paced(): Script {
  const text = markdown(TOKENS * 6);
  const script: Script[number][] = [H];
  const aTick = (TOKENS_A_SECOND * TICK_MS) / 1000;
  for (let token = 0; token < TOKENS; token += aTick) {
    const pieces = Array.from({ length: aTick }, (_, index) => {
      const at = (token + index) * 6;
      return D({ content: text.slice(at, at + 6) });
    });
    script.push(pieces.join(''), pause(TICK_MS));
  }
  return [...script, D({ content: '\n\nEND-OF-ANSWER' }) + F('stop') + usage(100, TOKENS) + DONE];
}

function transcript(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `- line ${from + index} of the transcript`).join('\n');
}

/** Headings, paragraphs in two scripts, lists, code and tables, no two alike. */
function markdown(length: number): string {
  const words = 'render frame cursor scroll token stream commit prompt window column buffer margin'.split(' ');
  const parts: string[] = [];
  let seed = 7;
  const word = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return words[(seed >> 8) % words.length] ?? '';
  };
  const some = (count: number) => Array.from({ length: count }, word).join(' ');
  for (let size = 0, index = 1; size < length; index += 1) {
    const part = [
      `## Plan ${index}: ${some(3)}`,
      `The **${word()}** writes ${some(9)} and keeps \`${word()}\` below. 第 ${index} 段：中文也要正确折行，宽字符占两列。 ${some(6)}.`,
      `- ${some(8)}\n- ${some(3)}\n- ${some(5)} ${index}`,
      `\`\`\`ts\nconst ${word()}${index}: number = ${index}; // ${some(3)}\nreturn ${word()}(${index});\n\`\`\``,
      `| ${word()} | ${word()} |\n| --- | --- |\n| ${word()} | ${index} |\n| 汉字 | ${some(2)} |`,
    ].join('\n\n');
    parts.push(part);
    size += part.length + 2;
  }
  return parts.join('\n\n').slice(0, length);
}
