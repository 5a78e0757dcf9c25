/** All interactive programs of a session: opens them, finds them by id, shows them to the person and ends them with coder. */

import { dirname, join } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { makeStateFolder } from '../../base/files/state-folder.ts';
import { newId } from '../../base/ids.ts';
import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type { Event } from '../../protocol/event.ts';
import type { ShareInput, TerminalControl, TerminalHand, TerminalSize } from '../../protocol/terminal.ts';
import { cleanCache } from '../files/clean-cache.ts';
import type { WrappedCommand } from '../process/process-command.ts';
import { CLOSING, countRunning, superviseChildren, usualShell, withRecent } from '../process/supervision.ts';
import type { Terminal } from './terminal.ts';

export interface Terminals extends TerminalControl {
  /** Throws `CoderError('no-terminal' | 'closed' | 'too-many-terminals')` if none can be opened. */
  open(command: TerminalCommand): Promise<Terminal>;
  readonly list: readonly Terminal[];
  find(id: string): Terminal | undefined;
  /** Tells that the model knows the program's present state; if it has ended, `takeEnded` does not report it again. */
  markSeen(id: string): void;
  /** Ends every program at once. */
  close(): Promise<void>;
}

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

export interface TerminalsOptions {
  /** Environment for programs: without secrets, and with a terminal type. */
  env: NodeJS.ProcessEnv;
  marker: string;
  /** Folder for outputs and recordings: `.coder/cache/pty`, absolute and with links resolved. */
  cacheDir: string;
  share: ShareInput;
  /** Hides secrets in saved output. */
  secrets?: StreamSecrets;
  emit(event: Event): void;
}

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };
const SMALLEST: TerminalSize = { columns: 2, rows: 1 };
const LARGEST: TerminalSize = { columns: 1000, rows: 500 };
const MAX_RUNNING = 16;
const KEPT = 20;

export function createTerminals(options: TerminalsOptions): Terminals {
  const { emit, share } = options;
  const supervision = superviseChildren(() => options.env, `${options.marker}-tty`);
  const unseen = new Set<Terminal>();
  const endListeners = new Set<() => void>();
  let list: Terminal[] = [];
  let count = 0;
  let size = USUAL_SIZE;
  let isWatched = false;
  let opening = 0;

  async function open({ line, cwd, timeoutMs, by, env, wrap }: TerminalCommand): Promise<Terminal> {
    if (supervision.isClosed) throw new CoderError('closed', CLOSING);
    const running = countRunning(list) + opening;
    if (running >= MAX_RUNNING) {
      throw new CoderError('too-many-terminals', `${running} terminals are open already: kill some first`);
    }
    count += 1;
    const id = `term${count}`;
    const file = join(options.cacheDir, newId('pty'));
    opening += 1;
    let confined: ReturnType<NonNullable<typeof wrap>> | undefined;
    try {
      if (count === 1) await makeCache(options.cacheDir);
      confined = wrap?.([usualShell(), '-c', line]);
      const { openTerminal } = await import('./terminal.ts');
      const terminal = await openTerminal({
        id,
        command: line,
        argv: confined?.argv ?? [usualShell(), '-c', line],
        endsAll: confined?.endsAll ?? false,
        cwd,
        ...supervision.next({ ...env, ...confined?.env }),
        size,
        timeoutMs,
        share,
        savedPath: `${file}.txt`,
        recordingPath: `${file}.cast`,
        allowance: supervision.allowance,
        ...(options.secrets && { secrets: options.secrets }),
        tell: (screen) => emit({ type: 'terminal-screen', id, screen }),
        isWatched: () => isWatched,
      });
      list = withRecent(list, terminal, KEPT);
      emit({ type: 'terminal-start', id, command: line, by, share, ...terminal.size });
      const { onGone } = confined ?? {};
      void terminal.ended.then(() => {
        onGone?.();
        noteEnd(terminal);
      });
      if (supervision.isClosed) await terminal.kill();
      return terminal;
    } catch (error) {
      confined?.onGone?.();
      throw error;
    } finally {
      opening -= 1;
    }
  }

  function noteEnd(terminal: Terminal): void {
    const { id, exitCode, durationMs } = terminal;
    const awaited = terminal.endAwaited && { awaited: true as const };
    emit({ type: 'terminal-end', id, exitCode: exitCode ?? 0, durationMs, text: terminal.toldScreen(), ...awaited });
    unseen.add(terminal);
    for (const listener of endListeners) listener();
  }

  function find(id: string): Terminal | undefined {
    return list.find((terminal) => terminal.id === id);
  }

  return {
    get list() {
      return list;
    },
    get isShown() {
      return isWatched;
    },
    open,
    find,
    markSeen(id) {
      const terminal = find(id);
      if (terminal?.state === 'ended') unseen.delete(terminal);
    },
    input: (id, data) => void find(id)?.type('person', data),
    resize(id, wanted) {
      const fitted = fit(wanted);
      if (id !== undefined) return find(id)?.resize(fitted);
      size = fitted;
      isWatched = true;
      for (const terminal of list) terminal.resize(fitted);
    },
    scroll: (id, back) => find(id)?.scroll(back),
    handOver: (id) => find(id)?.handOver(),
    async kill(id) {
      await find(id)?.kill();
    },
    takeEnded() {
      const ended = [...unseen];
      unseen.clear();
      return ended;
    },
    onEnd: (listener) => void endListeners.add(listener),
    close: () => supervision.close(() => Promise.all(list.map((terminal) => terminal.kill()))),
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

function fit({ columns, rows }: TerminalSize): TerminalSize {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, Math.floor(value) || low));
  return {
    columns: within(columns, SMALLEST.columns, LARGEST.columns),
    rows: within(rows, SMALLEST.rows, LARGEST.rows),
  };
}
