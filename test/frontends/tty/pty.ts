/** The front end as a program in a real pseudo-terminal, its screen read from an emulator. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type * as nodePty from '@lydell/node-pty';
import { build } from 'esbuild';
import type { Emulator } from './emulator.ts';
import { createEmulator } from './emulator.ts';

type NodePty = Pick<typeof nodePty, 'spawn'>;

export interface Program {
  emulator: Emulator;
  write(text: string): void;
  /** Keys one by one, each after the last was read. */
  type(text: string): Promise<void>;
  until(check: (output: string) => boolean, what?: string): Promise<void>;
  output(): string;
  /** The Node process itself, below the shell. */
  nodePid(): number;
  resize(columns: number, rows: number): void;
  hangUp(): void;
  exited: Promise<number>;
}

const DRIVER = fileURLToPath(new URL('../../fixtures/tty-driver.ts', import.meta.url));

/** `undefined` where no pseudo-terminal can be had. */
export async function loadPty(): Promise<NodePty | undefined> {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return undefined; // optional: there is no build for this system
  }
}

/** As it ships: bundled, so that it starts as quickly. */
export async function bundleDriver(): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'coder-tty-'));
  after(() => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: [DRIVER],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return join(outdir, 'tty-driver.mjs');
}

/** Runs the driver inside a shell which prints the terminal's mode bits before and after. */
export function startProgram(
  pty: NodePty,
  driver: string,
  columns: number,
  rows: number,
  environment: Record<string, string> = {},
): Program {
  const emulator = createEmulator(columns, rows);
  const script = 'stty -g; "$0" "$1"; echo "code=$?"; stty -g; echo end';
  const child = pty.spawn('sh', ['-c', script, process.execPath, driver], {
    cols: columns,
    rows,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '/',
      TERM: 'xterm-256color',
      TERM_PROGRAM: 'vscode',
      ...environment,
    },
  });
  let output = '';
  let wake: () => void = () => {};
  child.onData((data) => {
    output += data;
    emulator.terminal.write(data, () => wake());
  });
  const exited = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));

  const program: Program = {
    emulator,
    exited,
    output: () => output,
    write: (text) => child.write(text),
    async type(text) {
      for (const character of text) {
        const before = output.length;
        child.write(character);
        await program.until(() => output.length > before, `an echo of ${JSON.stringify(character)}`);
      }
    },
    async until(check, what = String(check)) {
      const deadline = Date.now() + 8000;
      while (!check(output)) {
        if (Date.now() > deadline) throw new Error(`Waited for ${what}. The screen:\n${emulator.lines().join('\n')}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 20);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    nodePid() {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
      return Number(children[0]);
    },
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      child.resize(newColumns, newRows);
    },
    hangUp: () => child.kill('SIGHUP'),
  };
  return program;
}
