/** Test supervisors whose processes carry a marker in their environment, and helpers to find and await them. */

import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProcesses } from '../../src/host/process/process.ts';
import type { ProcessCommand } from '../../src/host/process/process-command.ts';

export const isLinux = process.platform === 'linux';

const never = new AbortController().signal;

let count = 0;

/** A supervisor with a unique marker, closed after the test. */
export function supervisor(t: TestContext, env: NodeJS.ProcessEnv = process.env) {
  count += 1;
  const marker = `test-${process.pid}-${count}-${Date.now().toString(36)}`;
  const processes = createProcesses({ env, marker });
  t.after(() => processes.close());
  const command = (line: string, options: Partial<ProcessCommand> = {}): ProcessCommand => ({
    line,
    cwd: '/',
    timeoutMs: 20_000,
    keepBytes: 64 * 1024,
    ...options,
  });
  const run = (line: string, options: Partial<ProcessCommand> = {}, signal = never) =>
    processes.run(command(line, options), signal);
  return { processes, marker, command, run };
}

/** The command with a time limit that counts from its first output, however long a shell takes to start. */
export function timedFromOutput(command: ProcessCommand): ProcessCommand {
  const asked = performance.now();
  let began: number | undefined;
  return {
    ...command,
    heldMs: () => (began ?? performance.now()) - asked,
    onOutput(text, stream) {
      began ??= performance.now();
      command.onOutput?.(text, stream);
    },
  };
}

export function carrying(marker: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(marker) ? [Number(name)] : [];
    } catch {
      return []; // already gone
    }
  });
}

/** Waits until `isEnough` holds; the error on timeout shows what was seen last. */
export async function until<T>(look: () => T, isEnough: (seen: T) => boolean, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = look();
    if (isEnough(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`);
    await sleep(10);
  }
}
