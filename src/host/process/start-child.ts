/** Starts the program of a command, in its sandbox if it has one. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { ProcessCommand, WrappedCommand } from './process-command.ts';

export interface StartedChild {
  child?: ChildProcess;
  /** The command as its sandbox runs it; absent without one. Set even if the start failed afterwards. */
  wrapped?: WrappedCommand | undefined;
  /** Why the program could not be started; most reasons are reported by the child's `error` event instead. */
  error?: unknown;
}

interface StartOptions {
  shell: string;
  env: NodeJS.ProcessEnv;
}

/** When its input is a socket, bash takes itself for a remote shell and would read `~/.bashrc`. */
const NO_START_FILES = ['--norc', '--noprofile'];

export function startChild(command: ProcessCommand, { shell, env }: StartOptions): StartedChild {
  let wrapped: WrappedCommand | undefined;
  try {
    const argv = command.argv ?? [shell, ...(shell.endsWith('bash') ? NO_START_FILES : []), '-c', command.line ?? ''];
    wrapped = command.wrap?.(argv);
    const [program, ...rest] = wrapped?.argv ?? argv;
    const child = spawn(program, rest, settingsOf(command, env, wrapped));
    child.stdin?.on('error', () => undefined); // the child ended without reading all its input, which is not an error here
    if (!command.keepsInput) child.stdin?.end(command.input);
    return { child, wrapped };
  } catch (error) {
    return { wrapped, error }; // arguments that no program can be given, such as one with a NUL
  }
}

function settingsOf(
  { cwd, input, keepsInput, dropsErrors }: ProcessCommand,
  env: NodeJS.ProcessEnv,
  wrapped: WrappedCommand | undefined,
): SpawnOptions {
  const stdin = input === undefined && !keepsInput ? 'ignore' : 'pipe';
  return {
    cwd: wrapped ? '/' : cwd,
    env: wrapped ? { ...env, ...wrapped.env } : env,
    detached: true, // a separate group and session: no terminal to prompt on, and one signal reaches all
    stdio: wrapped?.tellsExit ? [stdin, 'pipe', 'pipe', 'pipe'] : [stdin, 'pipe', dropsErrors ? 'ignore' : 'pipe'],
    windowsHide: true,
  };
}
