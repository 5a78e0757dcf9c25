/** All interactive programs of a session: opens them, finds them by id, shows them to the person and ends them with coder. */

import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type { Event } from '../../protocol/event.ts';
import type { ShareInput, TerminalControl, TerminalSize } from '../../protocol/terminal.ts';
import { countRunning, superviseChildren, withRecent } from '../process/supervision.ts';
import type { Terminal } from './terminal.ts';
import { createOpener, type TerminalCommand } from './terminal-opener.ts';

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
const KEPT = 20;

export function createTerminals(options: TerminalsOptions): Terminals {
  const { cacheDir, emit, secrets, share } = options;
  const supervision = superviseChildren(() => options.env, `${options.marker}-tty`);
  const unseen = new Set<Terminal>();
  const endListeners = new Set<() => void>();
  let list: Terminal[] = [];
  let size = USUAL_SIZE;
  let isWatched = false;
  const open = createOpener({
    supervision,
    cacheDir,
    share,
    ...(secrets && { secrets }),
    running: () => countRunning(list),
    size: () => size,
    isWatched: () => isWatched,
    onScreen: (id, screen) => emit({ type: 'terminal-screen', id, screen }),
    onOpen(terminal, { line, by }) {
      list = withRecent(list, terminal, KEPT);
      emit({ type: 'terminal-start', id: terminal.id, command: line, by, share, ...terminal.size });
    },
    onEnd: noteEnd,
  });

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

function fit({ columns, rows }: TerminalSize): TerminalSize {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, Math.floor(value) || low));
  return {
    columns: within(columns, SMALLEST.columns, LARGEST.columns),
    rows: within(rows, SMALLEST.rows, LARGEST.rows),
  };
}
