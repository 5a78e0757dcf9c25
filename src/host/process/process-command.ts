/** What a child is to run, and how it ended. */

import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';

export interface ProcessCommand {
  /** A shell line, or a program with its arguments. */
  line?: string;
  argv?: readonly [string, ...string[]];
  cwd: string;
  /** On top of what every child gets; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  input?: string;
  /** Its input stays open: more is written to it while it runs. */
  keepsInput?: true;
  /** It ends by itself and soon, leaves nothing behind, and harms nobody if it ends later than coder: nothing watches over it. */
  endsAlone?: boolean;
  /** It is, or may start, git: one that waits for a pipe in the place of a file is ended. */
  mayRunGit?: boolean;
  /** 0: none. */
  timeoutMs: number;
  /** Bytes kept in memory for each of stdout and stderr, half head, half tail. */
  keepBytes: number;
  /** Nobody reads what it says on standard error: a pipe less to make. */
  dropsErrors?: true;
  /** Leave NUL in the result as it is: a program reads it, no person does. */
  keepNul?: boolean;
  /** Where all of the output goes once it is more than `keepBytes`; absent: nowhere. */
  spillTo?: string;
  /** How long it was kept waiting for a person so far: that does not count for the time limit. */
  heldMs?(): number;
  /** Puts it into a sandbox. */
  wrap?(argv: readonly string[]): WrappedCommand;
  /** Hides secrets in all that is kept; what is shown as it comes stays as it is. */
  secrets?: StreamSecrets;
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void;
  /** Standard output as it is, for what is not text. */
  onBytes?(chunk: Buffer): void;
}

export interface WrappedCommand {
  argv: readonly [string, ...string[]];
  /** On top of the command's own; `undefined` takes a variable away. */
  env: Record<string, string | undefined>;
  /** The exit code comes by descriptor 3, at once; what the command left behind lives on. */
  tellsExit: boolean;
  /** Its first process ends all that came from it when it is told to. */
  endsAll?: true;
  /** All that came from it has ended. */
  onGone?(): void;
}

export interface ProcessResult {
  exitCode: number;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Both in the order in which they came, where there are both. */
  output?: string;
  truncated: boolean;
  timedOut: boolean;
  cancelled: boolean;
  /** It was ended because it printed more than any reader wants. */
  flooded: boolean;
  /** A git in it waited for a pipe or a device in the place of a file, and was ended. */
  gitHeld?: true;
  durationMs: number;
  savedPath?: string;
  /** Why not all of the output could be saved. */
  saveProblem?: string;
  /** The program could not be started at all. */
  spawnError?: string;
}
