/** Watches how a child ends: its process exits, or its sandbox reports the end of the command before that. */

import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { StartedChild } from './start-child.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ChildEnd {
  /** How the command ended; absent while it runs. */
  readonly exit?: Exit;
  /** Why the program could not be started. */
  readonly error?: unknown;
  /** The child's process has exited; for a sandboxed command this can be later than the end of the command. */
  readonly hasLeft: boolean;
  /** The sandbox has reported how its command ended. */
  readonly isTold: boolean;
  /** Resolves when the child's process has exited or could not be started. */
  readonly left: Promise<void>;
}

interface Listener {
  /** The command has ended; `isLeftBehind` if processes that it started may still hold its pipes. May be called twice. */
  onExit(isLeftBehind: boolean): void;
  onError(): void;
}

export function watchEnd({ child, wrapped, error }: StartedChild, { onExit, onError }: Listener): ChildEnd {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end: { -readonly [K in keyof ChildEnd]: ChildEnd[K] } = { hasLeft: false, isTold: false, left: promise };

  function fail(why: unknown): void {
    end.error ??= why;
    onError();
    resolve();
  }

  if (!child) {
    fail(error);
    return end;
  }
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    end.hasLeft = true;
    resolve();
    if (end.isTold) return;
    end.exit = { code, signal };
    onExit(false);
  });
  if (wrapped?.tellsExit) {
    readExit(child, (code) => {
      if (end.isTold) return;
      end.isTold = true; // the report may be read only after the process's exit was seen
      end.exit = { code, signal: null };
      onExit(!end.hasLeft);
    });
  }
  return end;
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
