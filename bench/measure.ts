/** What every benchmark here needs: runs of a child, medians, a floor measured in the same run. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `BENCH_CLI` measures another build, an older version for one. */
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
  /** Looks at CPU and memory all the while, which takes time of its own. */
  watched?: boolean;
  /** Its output goes nowhere: reading it would keep the server that runs in this process from answering. */
  silent?: boolean;
}

/** Runs node with arguments; CPU time and peak memory, from the system, where it is watched. */
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

/** Prints a table and says whether every figure is within its limit. */
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
    return ''; // it has ended, or this system has no /proc
  }
}
