#!/usr/bin/env node

/** The entry: answers --version and --help from text, otherwise imports the one front end that is needed. */

import { readFlags } from './frontends/flags.ts';
import { oldNode } from './frontends/node-version.ts';
import { runFrontEnd } from './frontends/run.ts';

declare const CODER_VERSION: string | undefined;

const version = typeof CODER_VERSION === 'undefined' ? '0.0.0-source' : CODER_VERSION;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  const tooOld = oldNode(process.versions.node);
  if (tooOld) return fail(tooOld, 2);
  const read = await readFlags(argv);
  if (!read.ok) return fail(`${read.error}\nRun "coder --help" for commands and options.`, 2);
  const { flags } = read;
  if (flags.command !== 'chat' || flags.version || flags.help) process.stdout.on('error', outputLost);
  if (flags.version) return say(`${version}\n`);
  if (flags.help) return say((await import('./frontends/help.ts')).helpText(version));

  process.getBuiltinModule('node:module').enableCompileCache?.();
  try {
    return await runFrontEnd(flags, version);
  } catch (error) {
    const isUsage = error instanceof Error && 'code' in error && error.code === 'usage';
    return fail(error instanceof Error ? readable(error) : String(error), isUsage ? 2 : 1);
  }
}

/** Expected errors carry a code and a readable message; a bug shows where it is only when asked to. */
function readable(error: Error): string {
  if (process.env.CODER_DEBUG) return String(error.stack);
  return 'code' in error ? error.message : `coder met a bug: ${error.message} (CODER_DEBUG=1 shows where)`;
}

/** `coder export ID | head` wants nothing more; any other trouble is said. */
function outputLost(error: Error): void {
  const isReaderGone = 'code' in error && error.code === 'EPIPE';
  if (!isReaderGone) fail(`standard output cannot be written: ${error.message}`, 1);
  process.exit(1);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(message: string, code: number): number {
  process.stderr.on('error', () => {}); // there is nobody left to tell
  process.stderr.write(`coder: ${message}\n`);
  return code;
}
