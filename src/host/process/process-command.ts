/** What a child is to run, and how it ended. */

import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type { CutOutput } from './output-cut.ts';

export interface ProcessCommand {
  /** A shell line; the alternative is `argv`, a program with its arguments. */
  line?: string;
  argv?: readonly [string, ...string[]];
  cwd: string;
  /** Variables on top of those every child gets; `undefined` removes one. */
  env?: Record<string, string | undefined>;
  input?: string;
  /** Keeps the input open, because more is written to it while the child runs. */
  keepsInput?: true;
  /** Set if the child ends soon on its own, leaves nothing behind, and may safely outlive coder: no watchdog is started for it. */
  endsAlone?: boolean;
  /** Set if the child is or may start git: a git that waits for a pipe in the place of a file is ended. */
  mayRunGit?: boolean;
  /** 0 means no limit. */
  timeoutMs: number;
  /** Bytes kept in memory for each of stdout and stderr, split between head and tail. */
  keepBytes: number;
  /** Discards standard error, because no one reads it; this saves creating a pipe. */
  dropsErrors?: true;
  /** Leaves NUL in the result, which is read by a program and not by a person. */
  keepNul?: boolean;
  /** Names the file that receives all output once there is more than `keepBytes`; if absent, the output is not saved. */
  spillTo?(): string;
  /** How long the command has been kept waiting for a person so far; this does not count towards the time limit. */
  heldMs?(): number;
  /** Wraps the command in a sandbox. */
  wrap?(argv: readonly string[]): WrappedCommand;
  /** Masks secrets in all output that is kept; output shown live is not masked. */
  secrets?: StreamSecrets;
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void;
  /** Receives standard output as raw bytes, for output that is not text. */
  onBytes?(chunk: Buffer): void;
}

export interface WrappedCommand {
  argv: readonly [string, ...string[]];
  /** Variables on top of the command's; `undefined` removes one. */
  env: Record<string, string | undefined>;
  /** The exit code is reported on descriptor 3 as soon as the command ends; processes it left behind live on. */
  tellsExit: boolean;
  /** On SIGTERM, the first process kills all its descendants. */
  endsAll?: true;
  /** Called when the command and all its descendants have ended. */
  onGone?(): void;
}

export interface ProcessResult extends CutOutput {
  exitCode: number;
  signal: string | null;
  truncated: boolean;
  timedOut: boolean;
  cancelled: boolean;
  /** True if the child was ended because it printed more than the limit. */
  flooded: boolean;
  /** Set if a git in the command waited for a pipe or a device in the place of a file and was ended. */
  gitHeld?: true;
  durationMs: number;
  savedPath?: string;
  /** Why not all output could be saved. */
  saveProblem?: string;
  /** Why the program could not be started at all, in English. */
  spawnError?: string;
  /** The same as a fact, for other languages; absent if only the system's message tells. */
  spawnCause?: SpawnCause;
}

/** `nul`: the command holds a NUL character. `long`: it is too long for the system. `many`: there are too many processes or open files. */
export type SpawnCause = 'missing' | 'denied' | 'nul' | 'long' | 'many' | 'no-sandbox' | 'closing';
