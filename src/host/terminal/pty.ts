/** Runs a program in a pseudo-terminal. The native part is loaded on first use and may be missing. */

import type * as nodePty from '@lydell/node-pty';
import { CoderError, messageOf } from '../../base/errors.ts';
import type { TerminalSize } from '../../protocol/terminal.ts';

export interface Pty {
  readonly pid: number;
  /** The program's side of the terminal, through which its mode can be queried. */
  readonly device: string;
  write(data: string): void;
  resize(size: TerminalSize): void;
  pause(): void;
  resume(): void;
  /** Resolves once the program has ended and all its output has been delivered. */
  readonly exited: Promise<{ code: number; signal: number }>;
}

export interface PtyOptions {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  size: TerminalSize;
  onData(chunk: Buffer): void;
}

const MISSING =
  'Interactive commands need the optional package @lydell/node-pty, which is not installed or has no build for this system. Install coder with its optional dependencies, or run the command without a terminal.';

const changed = (path: string) =>
  `No terminal: ${path} does not match the file this version of coder was built with, so it is not used. Reinstall coder, or run the command without a terminal.`;

export async function openPty(options: PtyOptions): Promise<Pty> {
  const { spawn } = await loadPty();
  const [program, ...args] = options.argv;
  const { columns, rows } = options.size;
  const child = start(() =>
    spawn(program, args, { cols: columns, rows, cwd: options.cwd, env: options.env, encoding: null }),
  );
  // With no encoding it delivers bytes, whatever its types say.
  child.onData((data: string | Buffer) => options.onData(typeof data === 'string' ? Buffer.from(data) : data));
  let isGone = false;
  const exited = new Promise<{ code: number; signal: number }>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      isGone = true;
      resolve({ code: exitCode, signal });
    });
  });
  const device = 'ptsName' in child && typeof child.ptsName === 'string' ? child.ptsName : '';
  return {
    pid: child.pid,
    device,
    exited,
    write(data) {
      if (!isGone) child.write(data);
    },
    resize(size) {
      if (isGone) return; // its descriptor may have been reused by then
      try {
        child.resize(size.columns, size.rows);
      } catch (error) {
        if (!/ioctl|EBADF|ENOTTY/.test(messageOf(error))) throw error; // the program is ending at this very moment
      }
    },
    pause: () => child.pause(),
    resume: () => child.resume(),
  };
}

function start<T>(spawn: () => T): T {
  try {
    return spawn();
  } catch (cause) {
    throw new CoderError('no-terminal', `No terminal could be opened: ${messageOf(cause)}`, { cause });
  }
}

async function loadPty(): Promise<Pick<typeof nodePty, 'spawn'>> {
  const { findNative } = await import('../native/native-part.ts');
  const part = findNative('@lydell/node-pty');
  if (part.status === 'changed') throw new CoderError('no-terminal', changed(part.path));
  try {
    return await import('@lydell/node-pty');
  } catch (cause) {
    throw new CoderError('no-terminal', MISSING, { cause });
  }
}
