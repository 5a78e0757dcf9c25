/** The front end with the scripted engine, as a program in a real pseudo-terminal. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type NodePty, type Program, startInTerminal } from '../../fixtures/terminal.ts';

const DRIVER = fileURLToPath(new URL('../../fixtures/tty-driver.ts', import.meta.url));

/** Programs to end afterwards: one left behind by a failed test would keep the run waiting. */
const started: Program[] = [];

/** Bundled as it ships, so that it starts as quickly. */
export async function bundleDriver(): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'coder-tty-'));
  after(() => {
    for (const program of started) program.hangUp();
    rmSync(outdir, { recursive: true, force: true });
  });
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

const TELLS_MODES = 'stty -g; "$0" "$1"; echo "code=$?"; stty -g; echo end';
/** With job control: after Ctrl+Z the shell has the terminal until a line resumes the program. */
export const STOPS_AND_GOES_ON = 'set -m; "$0" "$1"; echo stopped; read -r line; fg';

/** Runs the driver inside a shell that prints the terminal's mode bits before and after. */
export function startProgram(
  pty: NodePty,
  driver: string,
  columns: number,
  rows: number,
  environment: Record<string, string> = {},
  script = TELLS_MODES,
): Program {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME ?? '/', ...environment };
  const program = startInTerminal(pty, 'sh', ['-c', script, process.execPath, driver], { columns, rows, env });
  started.push(program);
  return program;
}
