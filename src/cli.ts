#!/usr/bin/env node

/** The entry point: answers --version and --help from text, otherwise imports the one front end that is needed. */

import type { Language } from './base/language.ts';
import { ROWS } from './frontends/command-line.ts';
import { keepCompiledCode } from './frontends/compile-cache.ts';
import { readFlags } from './frontends/flags.ts';
import { runFrontEnd } from './frontends/run.ts';
import type { Words } from './words/words.ts';

declare const CODER_VERSION: string | undefined;

const version = typeof CODER_VERSION === 'undefined' ? '0.0.0-source' : CODER_VERSION;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  const needed = nodeNeeded(process.versions.node);
  if (needed) return fail((await wordsOf()).commandLine.oldNode(needed, process.versions.node), 2);
  const read = await readFlags(argv);
  if (!read.ok) return complain(read.problem, argv);
  const { flags } = read;
  if (!ROWS[flags.command].handlesOutput || flags.version || flags.help)
    process.stdout.on('error', (error) => void outputLost(error));
  if (flags.version) return say(flags.verbose ? await versionAtLength() : `${version}\n`);
  if (flags.help) return say((await wordsOf(flags.lang)).help.text(version));

  keepCompiledCode(process.env);
  try {
    return await runFrontEnd(flags, version);
  } catch (error) {
    const isUsage = error instanceof Error && 'code' in error && error.code === 'usage';
    return fail(error instanceof Error ? await readable(error, flags.lang) : String(error), isUsage ? 2 : 1);
  }
}

/** The oldest version of Node that works, or `undefined` if `version` is new enough. */
function nodeNeeded(version: string): string | undefined {
  const oldest = { major: 22, minor: 3 }; // the first with `process.getBuiltinModule`, which the bundle uses to get Node's modules
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  return isEnough ? undefined : `${oldest.major}.${oldest.minor}`;
}

async function versionAtLength(): Promise<string> {
  const { bundleDigest } = await import('./frontends/bundle-digest.ts');
  const isBundle = version !== '0.0.0-source';
  const digest = isBundle ? `sha256 ${bundleDigest(import.meta.filename)}\n` : '';
  return `${version}\n${digest}node ${process.versions.node} ${process.platform}-${process.arch}\n`;
}

/** Expected errors have a code and a readable message; a bug shows its stack only if CODER_DEBUG is set. */
async function readable(error: Error, lang: Language | undefined): Promise<string> {
  if (process.env.CODER_DEBUG) return String(error.stack);
  const words = await wordsOf(lang);
  if (!('code' in error)) return words.commandLine.bug(error.message);
  return (await import('./words/fault.ts')).faultText(error, words.faults);
}

async function complain(problem: (say: Words['commandLine']) => string, argv: readonly string[]): Promise<number> {
  const { languageAsked } = await import('./frontends/explain-flags.ts');
  const { commandLine } = await wordsOf(languageAsked(argv));
  return fail(`${problem(commandLine)}\n${commandLine.seeHelp}`, 2);
}

/** Ends quietly when the reader is gone, as in `coder export ID | head`; reports any other error. */
async function outputLost(error: Error): Promise<void> {
  const isReaderGone = 'code' in error && error.code === 'EPIPE';
  if (!isReaderGone) await fail((await wordsOf()).commandLine.outputLost(error.message), 1);
  process.exit(1);
}

/** Loaded only when there is something to say. */
async function wordsOf(lang?: Language): Promise<Words> {
  return (await import('./words/words.ts')).earlyWords(process.env, lang);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function fail(message: string, code: number): Promise<number> {
  process.stderr.on('error', () => {}); // no one is left to read it
  return (await import('./subcommands/print.ts')).fail(message, code);
}
