/** One program in a terminal, from start to end: the person and the model type into it, its screen is kept, everything is recorded. */

import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '../../base/elapsed.ts';
import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type {
  ShareInput,
  TerminalHand,
  TerminalScreen,
  TerminalSize,
  TerminalSummary,
} from '../../protocol/terminal.ts';
import type { Foreground } from './foreground.ts';
import { type HiddenMode, watchHiddenMode } from './hidden-mode.ts';
import { createHiddenValues } from './hidden-values.ts';
import { createIntake, type Intake } from './intake.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { createOutputMarks, type OutputMarks } from './output-marks.ts';
import { openPty, type Pty } from './pty.ts';
import { createScreenTeller, type ScreenTeller } from './screen-teller.ts';
import { openTerminalFiles, type TerminalFiles } from './terminal-files.ts';
import { createVtScreen, trimEnd, type VtScreen } from './vt-screen.ts';
import type { Until, Waited } from './wait-until.ts';
import { createWaiting, type Waiting } from './waiting.ts';
import { asksPerson, foregroundIn, takesKeys } from './who-is-asked.ts';

export interface Terminal extends TerminalSummary {
  readonly size: TerminalSize;
  readonly cursor: { row: number; column: number };
  readonly isAlternate: boolean;
  readonly applicationCursor: boolean;
  readonly timedOut: boolean;
  readonly recording: string;
  /** The program that has the keyboard, if that can be determined. */
  foreground(): Foreground | undefined;
  /** True if a line is being read without echo, according to the terminal itself. */
  isHidden(): Promise<boolean>;
  /** True if it reads a line meant for the person: without echo, or after a prompt; not keys, and not a shell's commands. */
  asksPerson(): Promise<boolean>;
  /** Inputs are typed in the order of the calls. */
  type(hand: TerminalHand, data: string): Promise<void>;
  /** What the person typed since the last call, to the extent it is shared. */
  takeTyped(): string;
  /** Marks everything printed so far as known; `newText` starts from here. */
  markSeen(): void;
  newText(): string;
  /** Patterns are matched against what was printed since the model last typed. */
  wait(until: Until, signal: AbortSignal): Promise<Waited>;
  /** Waits until the program ends, the person hands over, or it takes keys. The person watching is shown that a call waits for them. */
  waitForPerson(signal: AbortSignal): Promise<Waited>;
  handOver(): void;
  /** The screen as text for a model, with secrets hidden. */
  toldScreen(): string;
  /** True if a call was waiting when the program ended and so reports its last screen. */
  readonly endAwaited: boolean;
  resize(size: TerminalSize): void;
  scroll(back: number): void;
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

interface TerminalOptions {
  id: string;
  command: string;
  program: TerminalProgram;
  size: TerminalSize;
  /** 0 for no limit. */
  timeoutMs: number;
  share: ShareInput;
  saved: SavedOutput;
  watcher: TerminalWatcher;
}

/** How the program is started, and how all its processes are found again. */
interface TerminalProgram {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A value found in the environment of this program's processes and no others. */
  marker: string;
  /** On SIGTERM, the first process kills all its descendants. */
  endsAll?: boolean;
}

/** Where everything that is printed is saved, and how much of it. */
interface SavedOutput {
  savedPath: string;
  recordingPath: string;
  /** Hides secrets in saved output; the screen stays as it is. */
  secrets?: StreamSecrets;
  allowance(bytes: number): number;
}

interface TerminalWatcher {
  /** Called when the screen has changed while someone watches. */
  tell(screen: TerminalScreen): void;
  isWatched(): boolean;
}

/** The parts of a running terminal. */
interface Parts {
  vt: VtScreen;
  pty: Pty;
  lifetime: Lifetime;
  /** How the program reads. */
  mode: HiddenMode;
  marks: OutputMarks;
  waiting: Waiting;
  teller: ScreenTeller;
  files: TerminalFiles;
  intake: Intake;
  keyboard: Keyboard;
}

const SCROLLBACK = 2000;
/** Scrollback kept after a program has ended. */
const KEPT_SCROLLBACK = 200;
const KILL_PATIENCE_MS = 3000;

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const startedAt = Date.now();
  const parts = await openParts(options);
  parts.mode.lookSoon();
  return terminalOf(parts, options, startedAt);
}

async function openParts(options: TerminalOptions): Promise<Parts> {
  const { command, program, share, size, timeoutMs, saved, watcher } = options;
  const { secrets } = saved;
  const { isWatched } = watcher;
  const started = elapsedMs();
  const vt = await createVtScreen({
    size,
    scrollback: SCROLLBACK,
    reply: (data) => pty.write(data),
    ...(secrets && { hide: secrets.mask }),
  });
  const marks = createOutputMarks(vt, started);
  const pty = await openPty({
    argv: program.argv,
    cwd: program.cwd,
    env: program.env,
    size,
    onData(chunk) {
      marks.printed();
      mode.touch();
      intake.push(chunk);
    },
  });
  const lifetime = createLifetime({ ...program, timeoutMs, pty, started });
  const mode = watchHiddenMode({
    device: pty.device,
    isWatched,
    lastActivity: () => marks.lastActivity,
    changed: () => teller.soon(),
  });
  const hasEnded = () => lifetime.exit !== undefined;
  const waiting = createWaiting({
    hasEnded,
    newText: marks.sinceTyped,
    idleMs: () => (intake.isBusy ? 0 : elapsedMs() - marks.lastActivity),
    hasOutput: () => marks.hasOutput,
    takesKeys: () => takesKeys({ lifetime, pty, mode }),
    personAwaitedChanged: () => teller.soon(),
  });
  const teller = createScreenTeller({
    vt,
    isHidden: () => mode.isHidden,
    readsKeys: () => mode.mode?.canonical === false,
    isAwaited: () => waiting.isPersonAwaited,
    isWatched,
    tell: watcher.tell,
  });
  const hidden = createHiddenValues();
  const files = openTerminalFiles({ ...saved, secrets, command, size, term: program.env.TERM ?? '' });
  const intake = createIntake({
    keepLines: () => (vt.isAlternate ? undefined : SCROLLBACK + vt.size.rows),
    async take(bytes, shown) {
      files.write(bytes);
      for (const part of shown) await vt.write(part);
      await files.behind;
      waiting.changed();
      teller.soon();
      mode.lookSoon();
    },
    clean: share === 'all' ? undefined : hidden,
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  });
  const keyboard = createKeyboard({
    pty,
    mode,
    recording: files.recording,
    hidden,
    share,
    hide: secrets?.mask ?? ((text) => text),
    hasEnded,
    typing: marks.typed,
    typed: teller.typed,
  });
  return { vt, pty, lifetime, mode, marks, waiting, teller, files, intake, keyboard };
}

/** Waits for the end of the program and of its output, then closes what is no longer needed. */
async function settle(parts: Parts, isWatched: () => boolean): Promise<void> {
  const { vt, pty, lifetime, mode, waiting, teller, files, intake } = parts;
  const status = await pty.exited;
  await intake.settled();
  mode.stop();
  waiting.noteEnd();
  lifetime.settle(status);
  await files.close();
  vt.keepScrollback(KEPT_SCROLLBACK);
  if (isWatched()) teller.now();
  teller.stop();
  waiting.changed();
}

function terminalOf(parts: Parts, { id, command, watcher }: TerminalOptions, startedAt: number): Terminal {
  const { vt, pty, lifetime, mode, marks, waiting, teller, files, keyboard } = parts;
  const ended = settle(parts, watcher.isWatched);
  return {
    id,
    command,
    startedAt,
    ended,
    get state() {
      return lifetime.exit ? 'ended' : 'running';
    },
    get exitCode() {
      return lifetime.exit?.exitCode ?? null;
    },
    get durationMs() {
      return lifetime.durationMs;
    },
    get timedOut() {
      return lifetime.timedOut;
    },
    get savedPath() {
      return files.savedPath;
    },
    recording: files.recording.path,
    get size() {
      return vt.size;
    },
    get cursor() {
      return vt.text().cursor;
    },
    get isAlternate() {
      return vt.isAlternate;
    },
    get applicationCursor() {
      return vt.applicationCursor;
    },
    screen: () => trimEnd(vt.text().rows),
    toldScreen: () => vt.told(),
    foreground: () => foregroundIn(parts),
    async isHidden() {
      mode.touch();
      await mode.look();
      return mode.isHidden;
    },
    asksPerson: () => asksPerson(parts),
    type: keyboard.type,
    takeTyped: keyboard.takeTyped,
    markSeen: marks.markSeen,
    newText: marks.unseen,
    wait: waiting.wait,
    waitForPerson: waiting.waitForPerson,
    handOver: waiting.handOver,
    get endAwaited() {
      return waiting.endAwaited;
    },
    resize(wanted) {
      const { columns, rows } = vt.size;
      if (lifetime.exit || (wanted.columns === columns && wanted.rows === rows)) return;
      vt.resize(wanted);
      pty.resize(wanted);
      files.recording.resize(wanted);
      teller.soon();
    },
    scroll: teller.scroll,
    async kill() {
      await lifetime.end('killed');
      await Promise.race([ended, sleep(KILL_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
