/** Opens interactive programs: numbers them, limits how many run at once, and prepares their files. */

import { dirname, join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { makeStateFolder } from '../../base/files/state-folder.ts';
import { newId } from '../../base/ids.ts';
import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type { ShareInput, TerminalHand, TerminalScreen, TerminalSize } from '../../protocol/terminal.ts';
import { cleanCache } from '../files/clean-cache.ts';
import type { WrappedCommand } from '../process/process-command.ts';
import { CLOSING, type Supervision } from '../process/supervision.ts';
import { usualShell } from '../process/usual-shell.ts';
import type { Terminal } from './terminal.ts';

export interface TerminalCommand {
  line: string;
  cwd: string;
  /** 0 for no limit. */
  timeoutMs: number;
  /** Variables in addition to those every terminal gets. */
  env?: Record<string, string | undefined>;
  /** Wraps the command so that it runs in a sandbox. */
  wrap?(argv: readonly string[]): Omit<WrappedCommand, 'tellsExit'>;
  /** Whether the person or the model started it. */
  by: TerminalHand;
}

export interface OpenerOptions {
  supervision: Supervision;
  /** Folder for outputs and recordings: `.coder/cache/pty`, absolute and with links resolved. */
  cacheDir: string;
  share: ShareInput;
  /** Hides secrets in saved output. */
  secrets?: StreamSecrets;
  /** The number of terminals that are running. */
  running(): number;
  /** The size of a new terminal. */
  size(): TerminalSize;
  isWatched(): boolean;
  onScreen(id: string, screen: TerminalScreen): void;
  /** Called as soon as the terminal is open, before `open` returns it. */
  onOpen(terminal: Terminal, command: TerminalCommand): void;
  onEnd(terminal: Terminal): void;
}

const MAX_RUNNING = 16;

/** Throws `CoderError('no-terminal' | 'closed' | 'too-many-terminals')` if none can be opened. */
export function createOpener(options: OpenerOptions): (command: TerminalCommand) => Promise<Terminal> {
  const { supervision, cacheDir, share, isWatched } = options;
  let count = 0;
  let opening = 0;

  return async (command) => {
    const { line, cwd, timeoutMs, env, wrap } = command;
    if (supervision.isClosed) throw new CoderError('closed', CLOSING);
    const running = options.running() + opening;
    if (running >= MAX_RUNNING) {
      throw new CoderError('too-many-terminals', `${running} terminals are open already: kill some first`);
    }
    count += 1;
    const id = `term${count}`;
    const file = join(cacheDir, newId('pty'));
    opening += 1;
    let confined: ReturnType<NonNullable<typeof wrap>> | undefined;
    try {
      if (count === 1) await makeCache(cacheDir);
      confined = wrap?.([usualShell(), '-c', line]);
      const { openTerminal } = await import('./terminal.ts');
      const terminal = await openTerminal({
        id,
        command: line,
        program: {
          argv: confined?.argv ?? [usualShell(), '-c', line],
          endsAll: confined?.endsAll ?? false,
          cwd,
          ...supervision.next({ ...env, ...confined?.env }),
        },
        size: options.size(),
        timeoutMs,
        share,
        saved: {
          savedPath: `${file}.txt`,
          recordingPath: `${file}.cast`,
          allowance: supervision.allowance,
          ...(options.secrets && { secrets: options.secrets }),
        },
        watcher: { tell: (screen) => options.onScreen(id, screen), isWatched },
      });
      options.onOpen(terminal, command);
      const { onGone } = confined ?? {};
      void terminal.ended.then(() => {
        onGone?.();
        options.onEnd(terminal);
      });
      if (supervision.isClosed) await terminal.kill();
      return terminal;
    } catch (error) {
      confined?.onGone?.();
      throw error;
    } finally {
      opening -= 1;
    }
  };
}

/** If the folder cannot be created, the program runs all the same, and its files report why they are missing. */
async function makeCache(folder: string): Promise<void> {
  try {
    makeStateFolder(dirname(folder));
    await cleanCache(folder);
  } catch (error) {
    if (!(error instanceof CoderError) && codeOf(error) === undefined) throw error;
  }
}
