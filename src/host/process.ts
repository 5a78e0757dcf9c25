/** The one supervisor of children: own group, TERM then KILL over the whole tree, bounded output, gone with coder. */

export interface Processes {
  run(command: ProcessCommand, signal: AbortSignal): Promise<ProcessResult>;
  /** Starts and returns at once; it ends with coder, by `stop`, or by itself. */
  start(command: ProcessCommand): Job;
  readonly jobs: readonly Job[];
  /** Ends every child, at once. */
  close(): Promise<void>;
}

export interface ProcessCommand {
  /** A shell line, or a program with its arguments. */
  line?: string;
  argv?: readonly [string, ...string[]];
  cwd: string;
  env?: Record<string, string>;
  input?: string;
  /** 0: none. */
  timeoutMs: number;
  /** Bytes kept in memory for each of stdout and stderr, half head, half tail. */
  keepBytes: number;
  /** Where all of the output goes once it is more than `keepBytes`; absent: nowhere. */
  spillTo?: string;
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void;
}

export interface ProcessResult {
  exitCode: number;
  signal: string | null;
  stdout: string;
  stderr: string;
  truncated: boolean;
  timedOut: boolean;
  cancelled: boolean;
  durationMs: number;
  savedPath?: string;
  /** The program could not be started at all. */
  spawnError?: string;
}

export interface Job {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'exited' | 'stopped';
  readonly exitCode: number | null;
  /** What is kept of the output since byte `from` of all that was printed, and where the next read begins. */
  read(from?: number): { text: string; next: number };
  stop(): Promise<void>;
  readonly done: Promise<ProcessResult>;
}
