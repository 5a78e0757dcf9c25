/** git for coder's own purposes: by arguments, never by a shell, and deaf to what a repository would have it run. */

import { CoderError, codeOf, messageOf } from '../base/errors.ts';
import { findProgram } from './find-program.ts';
import { filterIn, type LocalCommand, localCommands, PINNED, switchOff } from './git-guard.ts';
import type { Processes, ProcessResult } from './process.ts';

export interface Git {
  /** Looks and changes nothing: not even the index is refreshed on disk. */
  read(args: readonly string[], signal: AbortSignal): Promise<GitResult>;
  /** `hooks`: the repository's hooks run, as they do when a person commits. */
  change(args: readonly string[], options: { hooks: boolean; input?: string }, signal: AbortSignal): Promise<GitResult>;
  /** The bytes of objects that are there, by their ids; others are left out. Some megabytes at a time. */
  blobs(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Buffer>>;
}

export type GitResult =
  | { status: 'ok'; stdout: string; truncated: boolean }
  | { status: 'failed' | 'cancelled'; error: string };

export interface GitOptions {
  processes: Processes;
  /** Where git runs. */
  cwd: string;
  /** Roots no program is taken from. */
  avoid: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Bytes of output kept. */
  keepBytes?: number;
}

const TIME_LIMIT_MS = 30_000;
const HOOKS_TIME_LIMIT_MS = 600_000;
const KEEP_BYTES = 256 * 1024;
const CONFIG_BYTES = 4 * 1024 * 1024;
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

export function createGit(options: GitOptions): Git {
  const { processes, cwd, avoid, env, keepBytes = KEEP_BYTES } = options;
  const inherited = Object.keys(env).filter(
    (name) => name.startsWith('GIT_') && !/^GIT_(?:AUTHOR|COMMITTER)_/.test(name),
  );
  const cleared = Object.fromEntries(inherited.map((name) => [name, undefined]));
  let finding: Promise<string | undefined> | undefined;

  async function run(args: readonly string[], call: Call): Promise<ProcessResult> {
    finding ??= findProgram('git', env['PATH'], avoid);
    const program = await finding;
    if (program === undefined)
      throw new CoderError('no-git', 'git is not installed, or not on PATH outside the workspace');
    const pinned = PINNED.flatMap((setting) => ['-c', setting]);
    return processes.run(
      {
        argv: [program, '--no-pager', '--literal-pathspecs', ...pinned, ...(call.settings ?? []), ...args],
        cwd,
        env: { ...cleared, ...ENVIRONMENT, ...call.env },
        input: call.input,
        onBytes: call.onBytes,
        timeoutMs: call.timeoutMs ?? TIME_LIMIT_MS,
        keepBytes: call.keepBytes ?? keepBytes,
        keepNul: true,
      },
      call.signal,
    );
  }

  /** Asked anew each time: the config may have changed since, and reading it runs nothing. */
  async function ownCommands(signal: AbortSignal): Promise<LocalCommand[]> {
    const listing = await run(['config', '--null', '--show-scope', '--list'], {
      env: QUIET,
      keepBytes: CONFIG_BYTES,
      signal,
    });
    requireOk(listing, cwd);
    if (listing.truncated)
      throw new CoderError('unsafe-repository', "this repository's config is too large to be checked");
    if (!/(?:^|\0)local\0/.test(listing.stdout)) throw noRepository(cwd); // every repository has settings of its own
    return localCommands(listing.stdout);
  }

  async function answer(work: () => Promise<ProcessResult>): Promise<GitResult> {
    try {
      const result = requireOk(await work(), cwd);
      return { status: 'ok', stdout: result.stdout, truncated: result.truncated };
    } catch (error) {
      if (!(error instanceof CoderError)) throw error;
      return { status: codeOf(error) === 'cancelled' ? 'cancelled' : 'failed', error: messageOf(error) };
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
        const own = await ownCommands(signal);
        const filter = filterIn(own);
        if (filter) throw refuseFilter(filter);
        const settings = [...(hooks ? [] : NO_HOOKS), ...switchOff(own)];
        return run(args, { settings, input, timeoutMs: hooks ? HOOKS_TIME_LIMIT_MS : undefined, signal });
      }),
    async blobs(ids, signal) {
      const chunks: Buffer[] = [];
      const onBytes = (chunk: Buffer) => void chunks.push(chunk);
      const input = `${ids.join('\n')}\n`;
      await answer(() => run(['cat-file', '--batch'], { settings: NO_HOOKS, env: QUIET, input, onBytes, signal }));
      return readBatch(Buffer.concat(chunks));
    },
  };
}

/** `<id> blob <size>`, the bytes, a newline; what is missing has a line of its own. */
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
  env?: Record<string, string>;
  input?: string;
  onBytes?: (chunk: Buffer) => void;
  timeoutMs?: number;
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

/** For looking only: no lock is taken, no missing object is fetched, and messages are in the words we know. */
const QUIET = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', LC_ALL: 'C' };

function requireOk(result: ProcessResult, cwd: string): ProcessResult {
  if (result.cancelled) throw new CoderError('cancelled', 'git was cancelled');
  if (result.spawnError !== undefined) throw new CoderError('no-git', result.spawnError);
  if (result.timedOut) throw new CoderError('git-failed', 'git did not end in time and was stopped');
  if (result.exitCode === 0) return result;
  const said = (result.stderr || result.stdout).trim();
  if (said.includes('not a git repository')) throw noRepository(cwd);
  throw new CoderError('git-failed', said || `git ended with exit code ${result.exitCode}`);
}

function noRepository(cwd: string): CoderError {
  return new CoderError(
    'no-repository',
    `not a git repository: ${cwd}. Run \`git init\` there first, or go on without git.`,
  );
}

function refuseFilter({ key, value }: LocalCommand): CoderError {
  return new CoderError(
    'unsafe-repository',
    `this repository's own config runs \`${value}\` (${key}) on files that are added. Use bash to run git, if you trust it.`,
  );
}
