/** Interactive programs under load: a flood through screen, file and recording, keys typed meanwhile, descriptors left afterwards. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { childEnvironment } from '../src/host/process/child-env.ts';
import { createIntake } from '../src/host/terminal/intake.ts';
import { createTerminals } from '../src/host/terminal/terminals.ts';
import { createVtScreen } from '../src/host/terminal/vt-screen.ts';
import { say, startModelServer } from '../test/fixtures/model-server.ts';
import { loadPty, type NodePty } from '../test/fixtures/terminal.ts';
import { CLI, coderEnv, type Line, report, scratchFolder } from './measure.ts';
import { percentile, rssMb, sit } from './typist.ts';

const FLOOD_BYTES = Number(process.env.BENCH_FLOOD ?? 50_000_000);
const OPENS = Number(process.env.BENCH_OPENS ?? 2000);
const KEYS = Number(process.env.BENCH_KEYS ?? 60);
const SIZE = { columns: 118, rows: 36 };
const FLOOD = `yes | head -c ${FLOOD_BYTES}`;
/** Every line becomes a byte longer on its way through a terminal. */
const PRINTED = FLOOD_BYTES * 1.5;
const SCROLLBACK = 2000;

const pty = await loadPty();
if (!pty) throw new Error('This benchmark needs a pseudo-terminal.');
const native = pty;
const folder = scratchFolder();
const env = childEnvironment(process.env, { keep: [], terminal: true });
const PARTS = { parser: parserLines, flood: floodLines, keys: keyLines, descriptors: descriptorLines };
const chosen = process.env.BENCH_PARTS?.split(',') ?? Object.keys(PARTS);
const lines: Line[] = [];
for (const [name, measure] of Object.entries(PARTS)) if (chosen.includes(name)) lines.push(...(await measure()));
folder.remove();
process.exitCode = report(lines) ? 0 : 1;

/** The cost of the screen alone, with no terminal to wait for. */
async function parserLines(): Promise<Line[]> {
  const chunk = Buffer.from('y\r\n'.repeat(1365));
  const vt = await createVtScreen({ size: SIZE, scrollback: SCROLLBACK, reply() {} });
  let pause: PromiseWithResolvers<void> | undefined;
  const intake = createIntake({
    keepLines: () => SCROLLBACK + SIZE.rows,
    clean: undefined,
    async take(_bytes, parts) {
      for (const part of parts) await vt.write(part);
    },
    pause() {
      pause = Promise.withResolvers();
    },
    resume: () => pause?.resolve(),
  });
  const started = performance.now();
  for (let given = 0; given < PRINTED; given += chunk.length) {
    intake.push(chunk);
    if (pause) await pause.promise;
    pause = undefined;
  }
  await intake.settled();
  const speed = PRINTED / 1e6 / ((performance.now() - started) / 1000);
  return [{ what: 'a flood through the parser', value: 20 / speed, unit: '× of the time at 20 MB/s', limit: 1 }];
}

/** Compared with a reader that discards everything: the kernel's own speed is the limit. */
async function floodLines(): Promise<Line[]> {
  const bare = await measureBare(native);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const terminals = createTerminals({
    env,
    marker: 'bench',
    cacheDir: join(folder.path, '.coder/cache/pty'),
    share: 'all',
    emit() {},
  });
  terminals.resize(undefined, SIZE);
  delay.enable();
  const started = performance.now();
  const terminal = await terminals.open({ line: FLOOD, cwd: folder.path, timeoutMs: 0, by: 'person' });
  await terminal.ended;
  const took = performance.now() - started;
  delay.disable();
  clearInterval(watch);
  await terminals.close();
  return [
    { what: 'a flood read and discarded', value: PRINTED / 1e6 / (bare / 1000), unit: 'MB/s' },
    { what: 'the same shown, saved and recorded', value: PRINTED / 1e6 / (took / 1000), unit: 'MB/s' },
    { what: 'time relative to discarding', value: took / bare, unit: '×', limit: 1.5 },
    { what: 'longest stall meanwhile', value: delay.max / 1e6, unit: 'ms', limit: 50 },
    { what: 'memory on top', value: (peak - before) / 1024 / 1024, unit: 'MB', limit: 64 },
  ];
}

function measureBare({ spawn }: NodePty): Promise<number> {
  const started = performance.now();
  const child = spawn('/bin/bash', ['-c', FLOOD], { cols: SIZE.columns, rows: SIZE.rows, encoding: null, env });
  child.onData(() => {});
  return new Promise((resolve) => child.onExit(() => resolve(performance.now() - started)));
}

/** All of coder: keys typed into the panel while a program floods it. */
async function keyLines(): Promise<Line[]> {
  const server = await startModelServer([say('hello')]);
  mkdirSync(join(folder.path, '.coder'), { recursive: true });
  writeFileSync(join(folder.path, '.coder', 'config.json'), '{}');
  const typist = sit(native, process.execPath, [CLI, '--mode', 'yolo'], {
    cwd: folder.path,
    env: { ...coderEnv(server.url, folder.path), LANG: 'C.UTF-8', TERM: 'xterm-256color' },
  });
  await typist.prompted();
  const before = rssMb(typist.pid);
  await typist.submit('! -i yes');
  await typist.sees(/keyboard: /);
  typist.write('\x1b[A');
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) times.push(await typist.keyAmongOutput(String.fromCodePoint(0x4e00 + key)));
  const peak = rssMb(typist.pid);
  typist.write('\x1b[H');
  await typist.sees(/Home shows it/);
  await typist.leave();
  await server.close();
  return [
    { what: 'a key in the panel during a flood, median', value: percentile(times, 0.5), unit: 'ms' },
    { what: 'a key in the panel during a flood, 99 of 100', value: percentile(times, 0.99), unit: 'ms', limit: 50 },
    { what: 'memory of coder on top', value: peak - before, unit: 'MB', limit: 64 },
  ];
}

async function descriptorLines(): Promise<Line[]> {
  const terminals = createTerminals({
    env,
    marker: 'bench-open',
    cacheDir: join(folder.path, '.coder/cache/pty'),
    share: 'all',
    emit() {},
  });
  const cycle = async () => {
    const terminal = await terminals.open({ line: 'exit 0', cwd: folder.path, timeoutMs: 0, by: 'model' });
    await terminal.ended;
  };
  for (let warm = 0; warm < 10; warm += 1) await cycle();
  const before = readdirSync('/proc/self/fd').length;
  for (let round = 0; round < OPENS; round += 1) await cycle();
  const left = readdirSync('/proc/self/fd').length - before;
  await terminals.close();
  return [{ what: `descriptors left by ${OPENS} programs`, value: Math.max(0, left), unit: 'fds', limit: 0 }];
}
