/** Runs one hook: its command as a supervised child process, or a request to its address. */

import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand, ProcessResult } from '../../host/process/process-command.ts';
import type { PlainFault } from '../../protocol/fault.ts';
import { plainExtensionFault } from '../../words/extension-fault.ts';
import type { HookEnd } from './answer.ts';
import type { Hook } from './read.ts';

export interface HookSurroundings {
  processes: Processes;
  /** The working folder, in which hooks run. */
  cwd: string;
  /** The project's folder, passed to hooks in their environment. */
  project: string;
  /** Puts hooks of projects and plugins into the sandbox, if there is one. */
  wrap?(): Promise<ProcessCommand['wrap'] | undefined>;
  /** Sends the request of an `http` hook. */
  post(hook: Hook, body: string, signal: AbortSignal): Promise<HookEnd>;
}

const MOST_OUTPUT = 1024 * 1024;
const VARIABLE = /\$\{(\w+)\}|\$(\w+)/g;

export async function runHook(
  hook: Hook,
  body: string,
  surroundings: HookSurroundings,
  signal: AbortSignal,
): Promise<HookEnd> {
  const { handler, timeoutMs } = hook;
  if (handler.type === 'other') {
    return { stdout: '', stderr: '', exitCode: 0, failure: plainExtensionFault('hookUnknownType', handler.name) };
  }
  if (handler.type === 'http')
    return surroundings.post(hook, body, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  const env = environmentOf(hook, surroundings);
  const { command, args } = handler;
  const expand = (text: string) => text.replace(VARIABLE, (all, a?: string, b?: string) => env[a ?? b ?? ''] ?? all);
  const what = args ? { argv: [expand(command), ...args.map(expand)] as [string, ...string[]] } : { line: command };
  const wrap = hook.from.source === 'user' ? undefined : await surroundings.wrap?.();
  const result = await surroundings.processes.run(
    {
      ...what,
      cwd: surroundings.cwd,
      env,
      input: `${body}\n`,
      timeoutMs,
      keepBytes: MOST_OUTPUT,
      ...(wrap && { wrap }),
    },
    signal,
  );
  return endOf(result, timeoutMs);
}

function environmentOf(hook: Hook, { project }: HookSurroundings): Record<string, string> {
  return {
    CODER_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    GEMINI_PROJECT_DIR: project,
    QWEN_PROJECT_DIR: project,
    ...hook.from.env,
  };
}

function endOf(result: ProcessResult, timeoutMs: number): HookEnd {
  const { stdout, stderr, exitCode } = result;
  const failure = failureOf(result, timeoutMs);
  return { stdout, stderr, exitCode, ...(failure && { failure }) };
}

function failureOf(result: ProcessResult, timeoutMs: number): PlainFault | undefined {
  const { spawnError, timedOut, cancelled, flooded, truncated, signal } = result;
  if (spawnError !== undefined) return plainExtensionFault('hookNotStarted', spawnError);
  if (timedOut) return plainExtensionFault('hookLate', String(timeoutMs / 1000));
  if (cancelled) return plainExtensionFault('hookCancelled');
  if (flooded || truncated) return plainExtensionFault('hookFlooded');
  return signal === null ? undefined : plainExtensionFault('hookEndedBy', signal);
}
