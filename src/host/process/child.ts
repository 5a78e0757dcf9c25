/** Runs one child from start to result: collects its output, limits its time and output size, and ends its whole tree on demand. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { MAX_SPILL_BYTES } from '../files/spill-file.ts';
import type { ProcessCommand, ProcessResult, WrappedCommand } from './process-command.ts';
import { createProcessOutput, type StreamName } from './process-output.ts';
import { endTree } from './process-tree.ts';

export interface Child {
  readonly pid: number | undefined;
  /** Never rejects; resolves promptly after a cancel, even if the kernel still holds the process. */
  readonly result: Promise<ProcessResult>;
  /** Resolves after `result`, and after the end of the whole tree if that was requested. */
  readonly gone: Promise<void>;
  /** True once `stop` was called. */
  readonly isEnding: boolean;
  /** Ends the whole tree; resolves when it is gone. */
  stop(reason: StopReason): Promise<void>;
  /** The child's standard input, if the command keeps it open. */
  readonly input: Writable | undefined;
}

export interface ChildOptions {
  shell: string;
  env: NodeJS.ProcessEnv;
  /** The mark in this child's environment that no other child has. */
  marker: string;
  /** Returns how many of `bytes` may still be saved to disk, and counts them as used. */
  allowance: (bytes: number) => number;
  /** Whether to end the child for printing too much: true for commands that are waited for, false for jobs, which may print for days. */
  endWhenFlooded: boolean;
  onChunk?: (chunk: Buffer) => void;
}

type StopReason = 'cancel' | 'timeout' | 'flood' | 'stop';

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** How long a process that still holds the pipes after the exit has to print more. */
const DRAIN_MS = 100;
/** When its input is a socket, bash takes itself for a remote shell and would read `~/.bashrc`. */
const NO_START_FILES = ['--norc', '--noprofile'];
/** Like `DRAIN_MS`, for processes that a command left behind in its sandbox. */
const LEFT_BEHIND_MS = 30;
const MAX_LOOKS = 20;
/** Remaining time that is too short to be worth another timer. */
const LEAST_LEFT_MS = 5;
const CANCEL_MS = 50;
const MAX_TIMER_MS = 2 ** 31 - 1;

export function spawnChild(command: ProcessCommand, options: ChildOptions): Child {
  const started = performance.now();
  const settled = Promise.withResolvers<void>();
  let reason: StopReason | undefined;
  let exit: Exit | undefined;
  let spawnError: unknown;
  let ending: Promise<void> | undefined;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWrapped = false;
  let endsAll = false;
  let onGone: WrappedCommand['onGone'];
  /** The child's process has exited; for a sandboxed command this can be later than the end of the command. */
  let isEnded = false;
  /** The sandbox has reported how its command ended. */
  let isTold = false;
  const left = Promise.withResolvers<void>();

  function stop(why: StopReason): Promise<void> {
    if (ending) return ending;
    reason = why;
    ending =
      child?.pid === undefined
        ? Promise.resolve()
        : endTree({
            leader: isEnded ? undefined : child.pid,
            marker: options.marker,
            leaderIsWrapper: isWrapped,
            leaderEndsAll: endsAll,
          });
    const patience = why === 'cancel' ? sleep(CANCEL_MS) : ending.then(() => sleep(DRAIN_MS));
    void patience.then(settled.resolve);
    return ending;
  }

  function listen(stream: Readable, name: StreamName): void {
    stream.on('error', () => undefined); // a broken pipe ends the output; the exit event still follows
    stream.on('data', (chunk: Buffer) => {
      if (reason === 'flood') return;
      output.push(chunk, name);
      if (name === 'stdout') command.onBytes?.(chunk);
      if (options.endWhenFlooded && output.total > MAX_SPILL_BYTES) void stop('flood');
      const { behind } = output;
      if (!behind || exit) return;
      stream.pause();
      void behind.then(() => stream.resume());
    });
  }

  /** Continues while each look at the pipes brings something new, so that no output is lost when coder itself is busy. */
  function drain(looks: number): void {
    const seen = output.total;
    setImmediate(() => (output.total === seen || looks === 0 ? settled.resolve() : drain(looks - 1)));
  }

  function limit(ms: number): void {
    timer = setTimeout(
      () => {
        const left = command.timeoutMs + (command.heldMs?.() ?? 0) - (performance.now() - started);
        if (left > LEAST_LEFT_MS) limit(left);
        else void stop('timeout');
      },
      Math.min(ms, MAX_TIMER_MS),
    );
  }

  function noteExit(how: Exit, patienceMs: number): void {
    exit = how;
    child?.stdout?.resume();
    child?.stderr?.resume();
    clearTimeout(timer); // the time limit no longer applies
    timer = setTimeout(() => drain(MAX_LOOKS), patienceMs);
  }

  try {
    child = start(command, options, (wrapped) => {
      isWrapped = wrapped?.tellsExit ?? false;
      endsAll = wrapped?.endsAll ?? false;
      onGone = wrapped?.onGone;
    });
  } catch (error) {
    spawnError = error; // arguments that no program can be given, such as one with a NUL
    settled.resolve();
    left.resolve();
  }
  const output = createProcessOutput({ ...command, allowance: options.allowance, onKept: options.onChunk }); // while the child starts
  if (child) {
    child.on('error', (error) => {
      spawnError ??= error;
      settled.resolve();
      left.resolve();
    });
    child.on('exit', (code, signal) => {
      isEnded = true;
      left.resolve();
      if (!isTold) noteExit({ code, signal }, DRAIN_MS);
    });
    if (isWrapped) {
      readExit(child, (code) => {
        if (isTold) return;
        isTold = true; // the report may be read only after the process's exit was seen
        noteExit({ code, signal: null }, isEnded ? DRAIN_MS : LEFT_BEHIND_MS);
      });
    }
    child.on('close', () => settled.resolve());
    if (child.stdout) listen(child.stdout, 'stdout');
    if (child.stderr) listen(child.stderr, 'stderr');
    if (command.timeoutMs > 0) limit(command.timeoutMs);
  }

  async function finish(): Promise<ProcessResult> {
    await settled.promise;
    clearTimeout(timer);
    const isUntold = isWrapped && !isTold && isEnded && exit?.code !== null && !reason;
    if (isUntold) spawnError ??= new CoderError('sandbox', 'the sandbox could not start the command');
    if (reason !== 'cancel') await ending; // the child's exit may come before the end of processes it left behind
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    output.end();
    const durationMs = Math.round(performance.now() - started);
    const saved = output.spill?.close();
    if (reason !== 'cancel') await Promise.all([saved, ending]); // a cancel does not wait; every other stop leaves nothing behind
    const problem = output.spill?.problem;
    return {
      exitCode: exitCodeOf(exit, reason, spawnError),
      signal: exit?.signal ?? null,
      stdout: output.stdout.text(),
      stderr: output.stderr.text(),
      ...(output.merged && { output: output.merged.text() }),
      truncated: [output.stdout, output.stderr, output.merged].some((ring) => ring?.truncated),
      timedOut: reason === 'timeout',
      cancelled: reason === 'cancel',
      flooded: reason === 'flood',
      durationMs,
      ...(output.spill && !problem && { savedPath: output.spill.path }),
      ...(problem !== undefined && { saveProblem: problem }),
      ...(spawnError !== undefined && { spawnError: explainSpawn(spawnError, command) }),
    };
  }

  const result = finish();
  const gone = result.then(async () => {
    if (isWrapped && !isEnded) child?.unref(); // processes left behind must not keep coder alive
    await (isWrapped && !ending ? left.promise : ending);
    onGone?.();
  });
  const input = command.keepsInput ? (child?.stdin ?? undefined) : undefined;
  return {
    pid: child?.pid,
    result,
    gone,
    get isEnding() {
      return ending !== undefined;
    },
    stop,
    input,
  };
}

/** Reads the line on descriptor 3 that reports the command's exit code. */
function readExit(child: ChildProcess, ended: (code: number) => void): void {
  const pipe = child.stdio[3] as Readable | null | undefined;
  let text = '';
  pipe?.on('error', () => undefined); // if the pipe breaks, the end of the sandbox reports the exit
  pipe?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(0, 100);
    const code = /^\n?(\d{1,3})\n/.exec(text)?.[1]; // an empty line first means that the command was started
    if (code !== undefined) ended(Number(code));
  });
}

function start(
  command: ProcessCommand,
  { shell, env }: ChildOptions,
  wrapped: (by: WrappedCommand | undefined) => void,
): ChildProcess {
  const settings: SpawnOptions = {
    cwd: command.cwd,
    env,
    detached: true, // a separate group and session: no terminal to prompt on, and one signal reaches all
    stdio: [
      command.input === undefined && !command.keepsInput ? 'ignore' : 'pipe',
      'pipe',
      command.dropsErrors ? 'ignore' : 'pipe',
    ],
    windowsHide: true,
  };
  const argv = command.argv ?? [shell, ...(shell.endsWith('bash') ? NO_START_FILES : []), '-c', command.line ?? ''];
  const confined = command.wrap?.(argv);
  wrapped(confined);
  const [program, ...rest] = confined?.argv ?? argv;
  if (confined?.tellsExit) settings.stdio = [settings.stdio?.[0] as 'ignore' | 'pipe', 'pipe', 'pipe', 'pipe'];
  if (confined) Object.assign(settings, { cwd: '/', env: { ...env, ...confined.env } });
  const child = spawn(program, rest, settings);
  child.stdin?.on('error', () => undefined); // the child ended without reading all its input, which is not an error here
  if (!command.keepsInput) child.stdin?.end(command.input);
  return child;
}

function exitCodeOf(exit: Exit | undefined, reason: StopReason | undefined, spawnError: unknown): number {
  if (spawnError !== undefined) return codeOf(spawnError) === 'ENOENT' ? 127 : 126;
  if (reason === 'timeout') return 124;
  if (exit?.code !== null && exit?.code !== undefined) return exit.code;
  const signal = exit?.signal ?? (reason === 'cancel' ? 'SIGINT' : 'SIGKILL');
  return 128 + constants.signals[signal];
}

function explainSpawn(error: unknown, command: ProcessCommand): string {
  const program = command.argv?.[0] ?? 'the shell';
  switch (codeOf(error)) {
    case 'sandbox':
      return messageOf(error);
    case 'ENOENT':
      return `cannot start ${program}: it or the folder ${command.cwd} does not exist`;
    case 'EACCES':
      return `cannot start ${program}: no permission for it or for ${command.cwd}`;
    case 'ERR_INVALID_ARG_VALUE':
      return `cannot start ${program}: the command contains a NUL character, which cannot be passed to a program`;
    case 'E2BIG':
      return 'the command is too long for the system: write it to a file and run that';
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
      return `cannot start ${program}: too many processes or open files`;
    default:
      return `cannot start ${program}: ${messageOf(error)}`;
  }
}
