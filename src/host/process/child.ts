/** Runs one child from start to result: collects its output, limits its time and output size, and ends its whole tree on demand. */

import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_TIMER_MS } from '../../base/abort.ts';
import { elapsedMs } from '../../base/elapsed.ts';
import { CoderError } from '../../base/errors.ts';
import { MAX_SPILL_BYTES } from '../files/spill-file.ts';
import { watchEnd } from './child-end.ts';
import { resultOf, type StopReason } from './child-result.ts';
import type { ProcessCommand, ProcessResult } from './process-command.ts';
import { createProcessOutput, type ProcessOutput, type StreamName } from './process-output.ts';
import { endTree } from './process-tree.ts';
import { startChild } from './start-child.ts';

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

/** How long a process that still holds the pipes after the exit has to print more. */
const DRAIN_MS = 100;
/** Like `DRAIN_MS`, for processes that a command left behind in its sandbox. */
const LEFT_BEHIND_MS = 30;
const MAX_LOOKS = 20;
/** Remaining time that is too short to be worth another timer. */
const LEAST_LEFT_MS = 5;
const CANCEL_MS = 50;

export function spawnChild(command: ProcessCommand, options: ChildOptions): Child {
  const started = elapsedMs();
  const start = startChild(command, options);
  const { child, wrapped } = start;
  const isWrapped = wrapped?.tellsExit ?? false;
  const tree = { marker: options.marker, leaderIsWrapper: isWrapped, leaderEndsAll: wrapped?.endsAll ?? false };
  const output = createProcessOutput({ ...command, allowance: options.allowance, onKept: options.onChunk }); // while the child starts
  const settled = Promise.withResolvers<void>();
  const end = watchEnd(start, { onExit, onError: settled.resolve });
  let reason: StopReason | undefined;
  let ending: Promise<void> | undefined;
  let patience: NodeJS.Timeout | undefined;

  child?.on('close', () => settled.resolve());
  if (child?.stdout) listen(child.stdout, (chunk) => take(chunk, 'stdout'));
  if (child?.stderr) listen(child.stderr, (chunk) => take(chunk, 'stderr'));
  const liftLimit =
    child && command.timeoutMs > 0 ? limitTime(command, started, () => void stop('timeout')) : undefined;

  function stop(why: StopReason): Promise<void> {
    if (ending) return ending;
    reason = why;
    const leader = end.hasLeft ? undefined : child?.pid;
    ending = child?.pid === undefined ? Promise.resolve() : endTree({ ...tree, leader });
    const waiting = why === 'cancel' ? sleep(CANCEL_MS) : ending.then(() => sleep(DRAIN_MS));
    void waiting.then(settled.resolve);
    return ending;
  }

  /** Returns what to wait for before more is taken. */
  function take(chunk: Buffer, name: StreamName): Promise<void> | undefined {
    if (reason === 'flood') return undefined;
    output.push(chunk, name);
    if (name === 'stdout') command.onBytes?.(chunk);
    if (options.endWhenFlooded && output.total > MAX_SPILL_BYTES) void stop('flood');
    return end.exit ? undefined : output.behind;
  }

  function onExit(isLeftBehind: boolean): void {
    child?.stdout?.resume();
    child?.stderr?.resume();
    liftLimit?.();
    clearTimeout(patience);
    const patienceMs = isLeftBehind ? LEFT_BEHIND_MS : DRAIN_MS;
    patience = setTimeout(() => drain(output, MAX_LOOKS, settled.resolve), patienceMs);
  }

  async function finish(): Promise<ProcessResult> {
    await settled.promise;
    liftLimit?.();
    clearTimeout(patience);
    const isUntold = isWrapped && !end.isTold && end.hasLeft && end.exit?.code !== null && !reason;
    const untold = isUntold ? new CoderError('sandbox', 'the sandbox could not start the command') : undefined;
    if (reason !== 'cancel') await ending; // the child's exit may come before the end of processes it left behind
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    output.end();
    const durationMs = Math.round(elapsedMs() - started);
    const saved = output.spill?.close();
    if (reason !== 'cancel') await Promise.all([saved, ending]); // a cancel does not wait; every other stop leaves nothing behind
    return resultOf(command, output, { exit: end.exit, reason, error: end.error ?? untold, durationMs });
  }

  const result = finish();
  const gone = result.then(async () => {
    if (isWrapped && !end.hasLeft) child?.unref(); // processes left behind must not keep coder alive
    await (isWrapped && !ending ? end.left : ending);
    wrapped?.onGone?.();
  });
  return {
    pid: child?.pid,
    result,
    gone,
    get isEnding() {
      return ending !== undefined;
    },
    stop,
    input: command.keepsInput ? (child?.stdin ?? undefined) : undefined,
  };
}

/** Pauses the stream for as long as the promise that `take` returned is pending. */
function listen(stream: Readable, take: (chunk: Buffer) => Promise<void> | undefined): void {
  stream.on('error', () => undefined); // a broken pipe ends the output; the exit event still follows
  stream.on('data', (chunk: Buffer) => {
    const behind = take(chunk);
    if (!behind) return;
    stream.pause();
    void behind.then(() => stream.resume());
  });
}

/** Continues while each look at the pipes brings something new, so that no output is lost when coder itself is busy. */
function drain(output: ProcessOutput, looks: number, done: () => void): void {
  const seen = output.total;
  setImmediate(() => (output.total === seen || looks === 0 ? done() : drain(output, looks - 1, done)));
}

/** Calls `expire` when the command's time is up; returns a function that lifts the limit. */
function limitTime(command: ProcessCommand, started: number, expire: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    timer = setTimeout(
      () => {
        const left = command.timeoutMs + (command.heldMs?.() ?? 0) - (elapsedMs() - started);
        if (left > LEAST_LEFT_MS) wait(left);
        else expire();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
  };
  wait(command.timeoutMs);
  return () => clearTimeout(timer);
}
