/** A simulated person at a terminal who types, waits and measures time; the screen is emulated only when it is read. */

import { readFileSync } from 'node:fs';
import { createEmulator } from '../test/fixtures/emulator.ts';
import type { NodePty } from '../test/fixtures/terminal.ts';

export interface Typist {
  pid: number;
  write(text: string): void;
  /** Types a line, then Enter as a separate write; forgets what was printed before. */
  submit(line: string): Promise<void>;
  /** Milliseconds until anything is printed. */
  key(key: string): Promise<number>;
  /** Milliseconds until this very key is printed. */
  keyAmongOutput(key: string): Promise<number>;
  /** Clears the input line. */
  clear(): Promise<void>;
  until(check: (output: string) => boolean): Promise<void>;
  /** Resolves when the turn is over: the row about the running turn is gone and the prompt is shown. */
  prompted(): Promise<void>;
  /** Resolves when the pattern is on the screen. */
  sees(pattern: RegExp): Promise<void>;
  /** Resolves when nothing more is printed for a while. */
  settle(): Promise<void>;
  bytes(): number;
  screen(): Promise<string[]>;
  leave(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const QUIET_MS = 400;

export function sit(
  pty: NodePty,
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Typist {
  const child = pty.spawn(command, args, { cols: 80, rows: 24, encoding: null, ...options });
  const decoder = new TextDecoder();
  let output = '';
  let bytes = 0;
  let unseen = '';
  const emulator = createEmulator(80, 24);
  let wake: () => void = () => {};
  child.onData((data: string | Buffer) => {
    bytes += Buffer.byteLength(data);
    const text = typeof data === 'string' ? data : decoder.decode(data, { stream: true });
    output += text;
    unseen += text;
    wake();
  });
  const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));

  const typist: Typist = {
    pid: child.pid,
    write: (text) => child.write(text),
    bytes: () => bytes,
    async screen() {
      const text = unseen;
      unseen = '';
      await emulator.write(text);
      return emulator.screen().filter((row) => row !== '');
    },
    async until(check) {
      const deadline = Date.now() + PATIENCE_MS;
      while (!check(output)) {
        if (Date.now() > deadline)
          throw new Error(`Waited too long for ${String(check)}; the output ends with:\n${output.slice(-2000)}`);
        await change(200);
      }
    },
    async submit(line) {
      output = '';
      child.write(line);
      if (line !== '') await look((rows) => rows.at(-1)?.endsWith(`> ${line}`) ?? false, `${line} at the prompt`);
      output = '';
      child.write('\r');
      await typist.until(() => output !== '');
    },
    prompted: () => look(isAtRest, 'the prompt'),
    sees: (pattern) => look((rows) => pattern.test(rows.join('\n')), String(pattern)),
    key: (key) => echoOf(key, (before) => output.length > before),
    keyAmongOutput: (key) => echoOf(key, (before) => output.includes(key, before)),
    async clear() {
      child.write('\x15');
      await typist.settle();
    },
    async settle() {
      for (let last = bytes; ; last = bytes) {
        await change(QUIET_MS);
        if (last === bytes) return;
      }
    },
    async leave() {
      child.write('\x03\x03'); // the first one may only clear the line
      await exited;
    },
  };
  return typist;

  async function look(check: (rows: string[]) => boolean, what: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let rows = await typist.screen(); !check(rows); rows = await typist.screen()) {
      if (Date.now() > deadline) throw new Error(`Waited too long for ${what}:\n${rows.join('\n')}`);
      if (unseen === '') await change(50); // more output may have arrived meanwhile
    }
  }

  async function echoOf(key: string, isThere: (before: number) => boolean): Promise<number> {
    const before = output.length;
    const started = performance.now();
    child.write(key);
    while (!isThere(before)) {
      if (performance.now() - started > PATIENCE_MS) throw new Error(`No echo of ${key}:\n${output.slice(-2000)}`);
      await change(1000);
    }
    return performance.now() - started;
  }

  function change(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isAtRest(rows: string[]): boolean {
  const running = rows.some((row) => row.endsWith('Esc to cancel'));
  return !running && /^(?:\[\w+\] .*|ready)>$/.test((rows.at(-1) ?? '').trimEnd());
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // clock ticks of 10 ms
}

export function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
