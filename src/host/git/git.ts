/** git for coder's own purposes: run with arguments, never through a shell, and without any program that a repository configures. */

import { CoderError } from '../../base/errors.ts';
import { type GitResult, requireOk, resultOf } from './git-result.ts';
import {
  createGitRunner,
  type GitCommand,
  type GitRunner,
  type GitRunnerOptions,
  NO_HOOKS,
  OFFLINE,
  QUIET,
  TIME_LIMIT_MS,
} from './git-runner.ts';
import { type LocalCommand, localCommands } from './guard.ts';
import { lookThenChange } from './look-then-change.ts';
import { readingEnvironment } from './reading-env.ts';
import {
  type GuardedRepository,
  listConfig,
  settingsAtOnce,
  settingsToChange,
  settingsToRead,
} from './safe-settings.ts';

export interface Git {
  /** Runs a command that changes nothing; not even the index on disk is refreshed. */
  read(args: readonly string[], signal: AbortSignal): Promise<GitResult>;
  /** With `hooks`, the repository's hooks run, as when a person commits. */
  change(args: readonly string[], options: { hooks: boolean; input?: string }, signal: AbortSignal): Promise<GitResult>;
  /** Runs the commands in order, without hooks, and returns the output of the last. A failing command ends them unless it has `mayFail`. */
  changeInTurn(commands: readonly GitCommand[], signal: AbortSignal): Promise<GitResult>;
  /** Starts `look` now. If it prints nothing, the commands can follow on demand, with another index. */
  lookThenChange(
    look: readonly string[],
    commands: readonly GitCommand[],
    index: string,
    signal: AbortSignal,
  ): Prepared;
  /** The environment that limits git to reading, for a shell line that runs it in these folders. */
  reading(folders: readonly string[], signal: AbortSignal): Promise<Record<string, string>>;
  /** The bytes of the existing objects among `ids`, keyed by id. Meant for a few megabytes at a time. */
  blobs(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Buffer>>;
}

interface Prepared {
  /** True if the look succeeded and printed nothing. */
  foundNothing: Promise<boolean>;
  /** The output of the last command; `undefined` if the caller must get it in another way. */
  change(): Promise<GitResult | undefined>;
}

/** One line never reads in more folders than this. */
const MAX_FOLDERS = 8;

export function createGit(options: GitRunnerOptions): Git {
  const { cwd, indexFile } = options;
  const runner = createGitRunner(options);
  const { run } = runner;
  const repository: GuardedRepository = { run, cwd, indexFile };
  return {
    read: (args, signal) =>
      resultOf(cwd, async () => run(args, { settings: await settingsToRead(repository, signal), env: QUIET, signal })),
    change: (args, { hooks, input }, signal) =>
      resultOf(cwd, async () => {
        const settings = await settingsToChange(repository, hooks, signal);
        return run(args, { settings, input, ...(hooks ? { hooks } : { env: OFFLINE }), signal }); // a hook may fetch, coder does not
      }),
    changeInTurn: (commands, signal) =>
      resultOf(cwd, async () => {
        const call = { settings: await settingsToChange(repository, false, signal), env: OFFLINE, signal };
        if (process.platform !== 'win32') return runner.runInTurn(commands, call);
        for (const { args, mayFail } of commands.slice(0, -1)) {
          const result = await run(args, call);
          if (!mayFail) requireOk(result, cwd);
        }
        return run(commands.at(-1)?.args ?? [], call);
      }),
    lookThenChange: (look, commands, index, signal) => prepare({ look, commands, index, signal }, runner, repository),
    async reading(folders, signal) {
      const commands: LocalCommand[] = [];
      for (const folder of folders.slice(0, MAX_FOLDERS)) {
        const listing = await listConfig(run, folder, signal);
        commands.push(...localCommands(listing.stdout)); // outside a repository there are no programs to switch off
      }
      return readingEnvironment(commands, folders, options.env);
    },
    async blobs(ids, signal) {
      const chunks: Buffer[] = [];
      const onBytes = (chunk: Buffer) => void chunks.push(chunk);
      const input = `${ids.join('\n')}\n`;
      await resultOf(cwd, () =>
        run(['cat-file', '--batch'], { settings: NO_HOOKS, env: QUIET, input, onBytes, signal }),
      );
      return readBatch(Buffer.concat(chunks));
    },
  };
}

interface Wanted {
  look: readonly string[];
  commands: readonly GitCommand[];
  index: string;
  signal: AbortSignal;
}

/** The change is made only if the settings that the look began with are still the right ones. */
function prepare(wanted: Wanted, { serve }: GitRunner, repository: GuardedRepository): Prepared {
  const { commands, signal } = wanted;
  let begunWith = '';
  const { looked, change } = lookThenChange({
    async start(onBytes) {
      const settings = await settingsToRead(repository, signal);
      begunWith = settings.join('\0');
      return serve({ ...wanted, settings, onBytes });
    },
    mayGoOn: async () => (await settingsToChange(repository, false, signal)).join('\0') === begunWith,
    holdsAtOnce: () => settingsAtOnce(repository)?.join('\0') === begunWith,
    limitsMs: { look: TIME_LIMIT_MS, change: TIME_LIMIT_MS * commands.length },
    signal,
  });
  return {
    foundNothing: looked.then((printed) => printed === ''),
    async change() {
      const result = await change().catch((error: unknown) => {
        if (error instanceof CoderError) return undefined; // the caller then asks in another way, which reports the error
        throw error;
      });
      return result && resultOf(repository.cwd, () => Promise.resolve(result));
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
