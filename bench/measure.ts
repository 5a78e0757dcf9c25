/** Helpers for all benchmarks: running a child, medians, a baseline measured in the same run. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `BENCH_CLI` selects another build to measure, such as an older version. */
export const CLI = process.env.BENCH_CLI ?? fileURLToPath(new URL('../dist/cli.js', import.meta.url));

export interface Run {
  wallMs: number;
  cpuMs: number;
  peakMb: number;
  exitCode: number | null;
  stdout: string;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  onSpawn?(startedAt: number): void;
  /** Samples CPU and memory during the run, which itself takes time. */
  watched?: boolean;
  /** Discards the output: reading it would delay the server that runs in this process. */
  silent?: boolean;
}

/** Runs node with arguments; measures CPU time and peak memory if `watched`. */
export async function runNode(args: string[], options: RunOptions = {}): Promise<Run> {
  const { cwd, env = process.env } = options;
  const started = performance.now();
  options.onSpawn?.(started);
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: options.silent ? 'ignore' : ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let peakMb = 0;
  let cpuMs = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.resume();
  const look = (): void => {
    peakMb = Math.max(peakMb, peakOf(child.pid));
    cpuMs = Math.max(cpuMs, cpuOf(child.pid));
  };
  const watch = options.watched ? setInterval(look, 2) : undefined;
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { wallMs: performance.now() - started, cpuMs, peakMb, exitCode, stdout };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'coder-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** An environment in which coder talks to one server and keeps its state in one folder. */
export function coderEnv(url: string, home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    CODER_HOME: join(home, '.coder'),
    AGENT_BASE_URL: url,
    AGENT_API_KEY: 'bench-key-0123456789',
    AGENT_MODEL: 'bench-model',
  };
}

export interface Line {
  what: string;
  value: number;
  unit: string;
  limit?: number;
}

/** Prints a table; true if every figure is within its limit. */
export function report(lines: readonly Line[]): boolean {
  let good = true;
  for (const { what, value, unit, limit } of lines) {
    const over = limit !== undefined && value > limit;
    if (over) good = false;
    const bound =
      limit === undefined ? '' : `  (at most ${limit}${unit === '×' ? ' ×' : ` ${unit}`}${over ? ', OVER' : ''})`;
    console.log(`${what.padEnd(48)} ${value.toFixed(2).padStart(9)} ${unit}${bound}`);
  }
  return good;
}

function peakOf(pid: number | undefined): number {
  const text = readProc(pid, 'status');
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024;
}

function cpuOf(pid: number | undefined): number {
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10; // clock ticks of 10 ms
}

function readProc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process has ended, or this system has no /proc
  }
}
