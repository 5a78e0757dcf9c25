/** Starts git: found outside the workspace, with pinned settings, and in an environment that cannot redirect it. */

import { CoderError } from '../../base/errors.ts';
import { findProgram } from '../process/find-program.ts';
import type { Processes, ServedProcess } from '../process/process.ts';
import type { ProcessResult } from '../process/process-command.ts';
import { PINNED, withoutSubmodules } from './guard.ts';
import { inStages, inTurn } from './in-turn.ts';

export interface GitRunner {
  run(args: readonly string[], call: GitCall): Promise<ProcessResult>;
  /** Runs the commands in one process and returns the output of the last. */
  runInTurn(commands: readonly GitCommand[], call: GitCall): Promise<ProcessResult>;
  /** Starts a look that only reads; its process then waits to run the commands, with another index. */
  serve(stages: GitStages): Promise<ServedProcess>;
}

export interface GitRunnerOptions {
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

export interface GitCommand {
  args: readonly string[];
  mayFail?: boolean;
}

interface GitCall {
  settings?: readonly string[];
  env?: Record<string, string | undefined>;
  input?: string;
  onBytes?: (chunk: Buffer) => void;
  /** Hooks may take long, and start any program. */
  hooks?: boolean;
  keepBytes?: number;
  signal: AbortSignal;
}

interface GitStages {
  look: readonly string[];
  commands: readonly GitCommand[];
  /** The index that the commands use. */
  index: string;
  settings: readonly string[];
  onBytes: (chunk: Buffer) => void;
  /** Prevents the start; it does not end a process that has started. */
  signal: AbortSignal;
}

export const TIME_LIMIT_MS = 30_000;
const HOOKS_TIME_LIMIT_MS = 600_000;
const KEEP_BYTES = 256 * 1024;

export const NO_HOOKS: readonly string[] = ['-c', 'core.hooksPath=/dev/null'];

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
};

/** Prevents git from fetching missing objects, because a remote may be a program. */
export const OFFLINE = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** For reading only: takes no lock, and makes git's messages English. */
export const QUIET = { ...OFFLINE, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };

export function createGitRunner(options: GitRunnerOptions): GitRunner {
  const { processes, cwd, avoid, keepBytes = KEEP_BYTES, indexFile } = options;
  let inherited: Record<string, undefined> | undefined;
  const cleared = () => (inherited ??= inheritedBy(options.env));
  let finding: Promise<string | undefined> | undefined;

  async function argvWith(settings: readonly string[] = []) {
    finding ??= findProgram('git', options.env['PATH'], avoid);
    const program = await finding;
    if (program === undefined)
      throw new CoderError('no-git', 'git is not installed, or not on PATH outside the workspace');
    const pinned = PINNED.flatMap((setting) => ['-c', setting]);
    const before: [string, ...string[]] = [program, '--no-pager', '--literal-pathspecs', ...pinned, ...settings];
    return (args: readonly string[]): [string, ...string[]] => [...before, ...withoutSubmodules(args)];
  }

  async function runInTurn(commands: readonly GitCommand[], call: GitCall): Promise<ProcessResult> {
    const argvOf = await argvWith(call.settings);
    const [only, ...more] = commands;
    return processes.run(
      {
        argv:
          only && more.length === 0
            ? argvOf(only.args)
            : inTurn(commands.map(({ args, ...rest }) => ({ ...rest, argv: argvOf(args) }))),
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
        timeoutMs: call.hooks ? HOOKS_TIME_LIMIT_MS : TIME_LIMIT_MS * commands.length,
        keepBytes: call.keepBytes ?? keepBytes,
        keepNul: true,
      },
      call.signal,
    );
  }

  async function serve({ look, commands, index, settings, onBytes, signal }: GitStages): Promise<ServedProcess> {
    const argvOf = await argvWith(settings);
    const later = commands.map(({ args, ...rest }) => ({ ...rest, argv: argvOf(args) }));
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
  }

  return { run: (args, call) => runInTurn([{ args }], call), runInTurn, serve };
}

/** Clears the variables that would redirect git; author and committer stay. */
function inheritedBy(env: NodeJS.ProcessEnv): Record<string, undefined> {
  const names = Object.keys(env).filter((name) => name.startsWith('GIT_') && !/^GIT_(?:AUTHOR|COMMITTER)_/.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
