/** git for coder's own purposes: run with arguments, never through a shell, and without any program that a repository configures. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { findProgram } from '../process/find-program.ts';
import { heldGitMessage } from '../process/held-git.ts';
import type { Processes } from '../process/process.ts';
import type { ProcessResult } from '../process/process-command.ts';
import {
  filterIn,
  type LocalCommand,
  localCommands,
  movesWorkTree,
  PINNED,
  switchOff,
  withoutSubmodules,
} from './guard.ts';
import { inStages, inTurn } from './in-turn.ts';
import { lookThenChange } from './look-then-change.ts';
import { mayHaveLinks, ownListing } from './own-files.ts';
import { readingEnvironment } from './reading-env.ts';

export interface Git {
  /** Runs a command that changes nothing; not even the index on disk is refreshed. */
  read(args: readonly string[], signal: AbortSignal): Promise<GitResult>;
  /** With `hooks`, the repository's hooks run, as when a person commits. */
  change(args: readonly string[], options: { hooks: boolean; input?: string }, signal: AbortSignal): Promise<GitResult>;
  /** Runs the steps in order, without hooks, and returns the output of the last. A failing step ends them unless it has `mayFail`. */
  changeInTurn(steps: readonly GitStep[], signal: AbortSignal): Promise<GitResult>;
  /** Starts `look` now. If it prints nothing, the steps can follow on demand, with another index. */
  lookThenChange(look: readonly string[], steps: readonly GitStep[], index: string, signal: AbortSignal): Prepared;
  /** The environment that limits git to reading, for a shell line that runs it in these folders. */
  reading(folders: readonly string[], signal: AbortSignal): Promise<Record<string, string>>;
  /** The bytes of the existing objects among `ids`, keyed by id. Meant for a few megabytes at a time. */
  blobs(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Buffer>>;
}

type GitResult =
  | { status: 'ok'; stdout: string; truncated: boolean }
  /** `isSilent`: git printed nothing, so `error` says only how it ended. */
  | { status: 'failed' | 'cancelled'; error: string; isSilent?: true };

interface Prepared {
  /** True if the look succeeded and printed nothing. */
  foundNothing: Promise<boolean>;
  /** The output of the last step; `undefined` if the caller must get it in another way. */
  change(): Promise<GitResult | undefined>;
}

interface GitStep {
  args: readonly string[];
  mayFail?: boolean;
}

export interface GitOptions {
  processes: Processes;
  /** The folder that git runs in. */
  cwd: string;
  /** Roots from which no program is taken. */
  avoid: readonly string[];
  env: NodeJS.ProcessEnv;
  /** How many bytes of output are kept. */
  keepBytes?: number;
  /** An index to use instead of the repository's, which stays untouched. */
  indexFile?: string;
}

const TIME_LIMIT_MS = 30_000;
const HOOKS_TIME_LIMIT_MS = 600_000;
const KEEP_BYTES = 256 * 1024;
const CONFIG_BYTES = 4 * 1024 * 1024;
/** How deep nested repositories are followed. */
const MAX_DEPTH = 4;
/** One line never reads in more folders than this. */
const MAX_FOLDERS = 8;
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

/** Clears the variables that would redirect git; author and committer stay. */
function inheritedBy(env: NodeJS.ProcessEnv): Record<string, undefined> {
  const names = Object.keys(env).filter((name) => name.startsWith('GIT_') && !/^GIT_(?:AUTHOR|COMMITTER)_/.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

export function createGit(options: GitOptions): Git {
  const { processes, cwd, avoid, keepBytes = KEEP_BYTES, indexFile } = options;
  let inherited: Record<string, undefined> | undefined;
  const cleared = () => (inherited ??= inheritedBy(options.env));
  let finding: Promise<string | undefined> | undefined;

  function run(args: readonly string[], call: Call): Promise<ProcessResult> {
    return runAll([{ args }], call);
  }

  async function argvWith(settings: readonly string[] = []) {
    finding ??= findProgram('git', options.env['PATH'], avoid);
    const program = await finding;
    if (program === undefined)
      throw new CoderError('no-git', 'git is not installed, or not on PATH outside the workspace');
    const pinned = PINNED.flatMap((setting) => ['-c', setting]);
    const before: [string, ...string[]] = [program, '--no-pager', '--literal-pathspecs', ...pinned, ...settings];
    return (args: readonly string[]): [string, ...string[]] => [...before, ...withoutSubmodules(args)];
  }

  async function runAll(steps: readonly GitStep[], call: Call): Promise<ProcessResult> {
    const argvOf = await argvWith(call.settings);
    const [only, ...more] = steps;
    return processes.run(
      {
        argv:
          only && more.length === 0
            ? argvOf(only.args)
            : inTurn(steps.map(({ args, ...step }) => ({ ...step, argv: argvOf(args) }))),
        cwd,
        env: {
          ...cleared(),
          ...ENVIRONMENT,
          ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
          ...call.env,
        },
        input: call.input,
        onBytes: call.onBytes,
        endsAlone: call.env === QUIET || indexFile !== undefined, // only reads or adds objects: no housekeeping, no monitor
        mayRunGit: true,
        timeoutMs: call.hooks ? HOOKS_TIME_LIMIT_MS : TIME_LIMIT_MS * steps.length,
        keepBytes: call.keepBytes ?? keepBytes,
        keepNul: true,
      },
      call.signal,
    );
  }

  /** Read anew each time, because the config may have changed; reading it runs no program. */
  async function configOf(folder: string, signal: AbortSignal): Promise<string> {
    const known = ownListing(join(cwd, folder)); // saves a process for every call
    if (known !== undefined) return known;
    const listing = await run(['-C', folder, 'config', '--null', '--show-scope', '--list'], {
      env: QUIET,
      keepBytes: CONFIG_BYTES,
      signal,
    });
    requireOk(listing, cwd);
    if (listing.truncated)
      throw new CoderError('unsafe-repository', "this repository's config is too large to be checked");
    if (!/(?:^|\0)local\0/.test(listing.stdout)) throw noRepository(cwd); // every repository has local settings
    return listing.stdout;
  }

  async function ownCommands(signal: AbortSignal): Promise<LocalCommand[]> {
    const listing = await configOf('.', signal);
    if (movesWorkTree(listing)) await requireOwnWorkTree(signal);
    return localCommands(listing);
  }

  /** A submodule's work tree is its own folder; any other value would make git read and add files from outside. */
  async function requireOwnWorkTree(signal: AbortSignal): Promise<void> {
    const ask = async (...args: string[]) => (await run(['-C', ...args], { env: QUIET, signal })).stdout.trim();
    const top = await ask('.', 'rev-parse', '--show-toplevel');
    const here = await ask('.', 'rev-parse', '--absolute-git-dir');
    if (top !== '' && here !== '' && (await ask(top, 'rev-parse', '--absolute-git-dir')) === here) return;
    throw new CoderError(
      'unsafe-repository',
      "this repository's own config (core.worktree) puts its files somewhere else. Remove it from .git/config.",
    );
  }

  /** When it adds or commits, git also looks into nested repositories, following their own config. */
  async function refuseInnerFilters(folder: string, depth: number, signal: AbortSignal): Promise<void> {
    for (const name of await gitlinks(folder, signal)) {
      const inner = join(folder, name);
      if (depth === MAX_DEPTH) throw new CoderError('unsafe-repository', `${inner} is nested too deep to be checked`);
      const filter = filterIn(localCommands(await configOf(inner, signal)));
      if (filter) throw refuseFilter(filter, inner);
      await refuseInnerFilters(inner, depth + 1, signal);
    }
  }

  async function gitlinks(folder: string, signal: AbortSignal): Promise<string[]> {
    const isInner = folder !== '.';
    if (!mayHaveLinks(join(cwd, folder), isInner ? undefined : indexFile)) return [];
    const env = isInner ? { ...QUIET, GIT_INDEX_FILE: undefined } : QUIET; // the other index belongs to the outer repository
    const found: string[] = [];
    let rest = '';
    const onBytes = (chunk: Buffer) => {
      const records = (rest + chunk.toString('latin1')).split('\0');
      rest = records.pop() ?? '';
      for (const record of records)
        if (record.startsWith('160000 ')) found.push(record.slice(record.indexOf('\t') + 1));
    };
    await run(['-C', folder, 'ls-files', '--stage', '-z'], { settings: NO_HOOKS, env, onBytes, signal });
    const names = found.map((name) => Buffer.from(name, 'latin1').toString());
    return names.filter((name) => existsSync(join(cwd, folder, name, '.git')));
  }

  /** The settings that restrict git to the requested change. Throws if a filter would run all the same. */
  async function settingsToChange(hooks: boolean, signal: AbortSignal): Promise<string[]> {
    const own = await ownCommands(signal);
    const filter = filterIn(own);
    if (filter) throw refuseFilter(filter);
    await refuseInnerFilters('.', 0, signal);
    return [...(hooks ? [] : NO_HOOKS), ...switchOff(own)];
  }

  /** The settings without hooks, if the repository's files alone show that no further check is needed. */
  function settingsAtOnce(): string[] | undefined {
    const listing = ownListing(cwd);
    if (listing === undefined || movesWorkTree(listing) || mayHaveLinks(cwd, indexFile)) return undefined;
    const own = localCommands(listing);
    return filterIn(own) ? undefined : [...NO_HOOKS, ...switchOff(own)];
  }

  async function answer(work: () => Promise<ProcessResult>): Promise<GitResult> {
    try {
      const result = requireOk(await work(), cwd);
      return { status: 'ok', stdout: result.stdout, truncated: result.truncated };
    } catch (error) {
      if (!(error instanceof CoderError)) throw error;
      const code = codeOf(error);
      return {
        status: code === 'cancelled' ? 'cancelled' : 'failed',
        error: messageOf(error),
        ...(code === 'git-silent' && { isSilent: true }),
      };
    }
  }

  return {
    read: (args, signal) =>
      answer(async () => {
        const settings = [...NO_HOOKS, ...switchOff(await ownCommands(signal))];
        return run(args, { settings, env: QUIET, signal });
      }),
    change: (args, { hooks, input }, signal) =>
      answer(async () => {
        const settings = await settingsToChange(hooks, signal);
        return run(args, { settings, input, ...(hooks ? { hooks } : { env: OFFLINE }), signal }); // a hook may fetch, coder does not
      }),
    changeInTurn: (steps, signal) =>
      answer(async () => {
        const call = { settings: await settingsToChange(false, signal), env: OFFLINE, signal };
        if (process.platform !== 'win32') return runAll(steps, call);
        for (const { args, mayFail } of steps.slice(0, -1)) {
          const result = await run(args, call);
          if (!mayFail) requireOk(result, cwd);
        }
        return run(steps.at(-1)?.args ?? [], call);
      }),
    lookThenChange(look, steps, index, signal) {
      const settings = async () => [...NO_HOOKS, ...switchOff(await ownCommands(signal))];
      let begunWith = '';
      const { looked, change } = lookThenChange({
        async start(onBytes) {
          const now = await settings();
          begunWith = now.join('\0');
          const argvOf = await argvWith(now);
          const later = steps.map(({ args, ...step }) => ({ ...step, argv: argvOf(args) }));
          signal.throwIfAborted();
          return processes.serve({
            argv: inStages({ argv: argvOf(look) }, later, index),
            cwd,
            env: { ...cleared(), ...ENVIRONMENT, ...QUIET },
            onBytes,
            endsAlone: true, // as soon as its input ends
            dropsErrors: true, // the caller then asks in another way, which reports the error
            timeoutMs: 0,
            keepBytes,
            keepNul: true,
          });
        },
        mayGoOn: async () => (await settingsToChange(false, signal)).join('\0') === begunWith,
        holdsAtOnce: () => settingsAtOnce()?.join('\0') === begunWith,
        limitsMs: { look: TIME_LIMIT_MS, change: TIME_LIMIT_MS * steps.length },
        signal,
      });
      return {
        foundNothing: looked.then((printed) => printed === ''),
        async change() {
          const result = await change().catch((error: unknown) => {
            if (error instanceof CoderError) return undefined; // the caller then asks in another way, which reports the error
            throw error;
          });
          return result && answer(() => Promise.resolve(result));
        },
      };
    },
    async reading(folders, signal) {
      const commands: LocalCommand[] = [];
      for (const folder of folders.slice(0, MAX_FOLDERS)) {
        const listing = await run(['-C', folder, 'config', '--null', '--show-scope', '--list'], {
          env: QUIET,
          keepBytes: CONFIG_BYTES,
          signal,
        });
        commands.push(...localCommands(listing.stdout)); // outside a repository there are no programs to switch off
      }
      return readingEnvironment(commands, folders, options.env);
    },
    async blobs(ids, signal) {
      const chunks: Buffer[] = [];
      const onBytes = (chunk: Buffer) => void chunks.push(chunk);
      const input = `${ids.join('\n')}\n`;
      await answer(() => run(['cat-file', '--batch'], { settings: NO_HOOKS, env: QUIET, input, onBytes, signal }));
      return readBatch(Buffer.concat(chunks));
    },
  };
}

/** Parses `<id> blob <size>`, the bytes, a newline; a missing object has a single line. */
function readBatch(output: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const newline = output.indexOf(10, at);
    if (newline < 0) break;
    const [id = '', type, size] = output.toString('latin1', at, newline).split(' ');
    at = newline + 1;
    if (size === undefined) continue;
    const end = at + Number(size);
    if (type === 'blob' && end < output.length) found.set(id, output.subarray(at, end));
    at = end + 1;
  }
  return found;
}

interface Call {
  settings?: readonly string[];
  env?: Record<string, string | undefined>;
  input?: string;
  onBytes?: (chunk: Buffer) => void;
  /** Hooks may take long, and start any program. */
  hooks?: boolean;
  keepBytes?: number;
  signal: AbortSignal;
}

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
};

/** Prevents git from fetching missing objects, because a remote may be a program. */
const OFFLINE = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** For reading only: takes no lock, and makes git's messages English. */
const QUIET = { ...OFFLINE, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };

function requireOk(result: ProcessResult, cwd: string): ProcessResult {
  if (result.cancelled) throw new CoderError('cancelled', 'git was cancelled');
  if (result.spawnError !== undefined) throw new CoderError('no-git', result.spawnError);
  if (result.gitHeld) throw new CoderError('git-failed', heldGitMessage(cwd));
  if (result.timedOut) throw new CoderError('git-failed', 'git did not end in time and was stopped');
  if (result.exitCode === 0) return result;
  const said = (result.stderr || result.stdout).trim();
  if (said.includes('not a git repository')) throw noRepository(cwd);
  if (said === '') throw new CoderError('git-silent', `git ended with exit code ${result.exitCode}`);
  throw new CoderError('git-failed', said);
}

function noRepository(cwd: string): CoderError {
  return new CoderError(
    'no-repository',
    `not a git repository: ${cwd}. Run \`git init\` there first, or continue without git.`,
  );
}

function refuseFilter({ key, value }: LocalCommand, folder?: string): CoderError {
  const whose = folder === undefined ? "this repository's own config" : `the config of the repository in ${folder}`;
  return new CoderError(
    'unsafe-repository',
    `${whose} runs \`${value}\` (${key}) on files that are added. Use bash to run git, if you trust it.`,
  );
}
