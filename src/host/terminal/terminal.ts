/** One program in a terminal, from start to end: the person and the model type into it, its screen is kept, everything is recorded. */

import { setTimeout as sleep } from 'node:timers/promises';
import { maskBytes, type StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type {
  ShareInput,
  TerminalHand,
  TerminalScreen,
  TerminalSize,
  TerminalSummary,
} from '../../protocol/terminal.ts';
import { openSpillFile } from '../files/spill-file.ts';
import { type Foreground, foregroundOf } from './foreground.ts';
import { watchHiddenMode } from './hidden-mode.ts';
import { createHiddenValues } from './hidden-values.ts';
import { createIntake } from './intake.ts';
import { createLifetime } from './lifetime.ts';
import { openPty } from './pty.ts';
import { startRecording } from './recording.ts';
import { createScreenTeller } from './screen-teller.ts';
import { createVtScreen, type Mark, trimEnd } from './vt-screen.ts';
import { type Until, type Waited, waitUntil } from './wait-until.ts';

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

export interface TerminalOptions {
  id: string;
  command: string;
  argv: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A value found in the environment of this program's processes and no others. */
  marker: string;
  /** On SIGTERM, the first process kills all its descendants. */
  endsAll?: boolean;
  size: TerminalSize;
  /** 0 for no limit. */
  timeoutMs: number;
  share: ShareInput;
  savedPath: string;
  recordingPath: string;
  /** Hides secrets in saved output; the screen stays as it is. */
  secrets?: StreamSecrets;
  allowance(bytes: number): number;
  /** Called when the screen has changed while someone watches. */
  tell(screen: TerminalScreen): void;
  isWatched(): boolean;
}

const SCROLLBACK = 2000;
/** Scrollback kept after a program has ended. */
const KEPT_SCROLLBACK = 200;
const MAX_TYPED = 4000;
const MAX_PENDING = 1024 * 1024;
const HIDDEN_MARK = '[hidden]';
const KILL_PATIENCE_MS = 3000;
/** How often to check how the program reads while a call waits for the person. */
const LOOK_MS = 250;

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { id, command, share, size, isWatched } = options;
  const startedAt = Date.now();
  const started = performance.now();
  const vt = await createVtScreen({
    size,
    scrollback: SCROLLBACK,
    reply: (data) => pty.write(data),
    ...(options.secrets && { hide: options.secrets.mask }),
  });
  const listeners = new Set<() => void>();
  let seenMark = vt.mark();
  let typedMark = vt.mark();
  let hasOutput = false;
  let lastActivity = started;
  let typed = '';
  let waits = 0;
  let waitsForPerson = 0;
  let handOvers = 0;
  let endAwaited = false;
  let typing: Promise<void> = Promise.resolve();

  const pty = await openPty({
    argv: options.argv,
    cwd: options.cwd,
    env: options.env,
    size,
    onData(chunk) {
      lastActivity = performance.now();
      hasOutput = true;
      mode.touch();
      intake.push(chunk);
    },
  });
  const lifetime = createLifetime({ ...options, pty, started });
  const mode = watchHiddenMode({
    device: pty.device,
    isWatched,
    lastActivity: () => lastActivity,
    changed: () => teller.soon(),
  });
  const teller = createScreenTeller({
    vt,
    isHidden: () => mode.isHidden,
    readsKeys: () => mode.mode?.canonical === false,
    isAwaited: () => waitsForPerson > 0,
    isWatched,
    tell: options.tell,
  });
  const hidden = createHiddenValues();
  const saved = openSpillFile(options.savedPath, options.allowance);
  const recording = startRecording({
    path: options.recordingPath,
    command,
    size,
    term: options.env.TERM ?? '',
    allowance: options.allowance,
  });
  const masked = options.secrets && maskBytes(options.secrets);
  const hide = options.secrets?.mask ?? ((text: string) => text);
  function keep(bytes: Buffer): void {
    saved.write(bytes);
    recording.output(bytes);
  }
  const intake = createIntake({
    keepLines: () => (vt.isAlternate ? undefined : SCROLLBACK + vt.size.rows),
    async take(bytes, parts) {
      keep(masked ? masked.push(bytes) : bytes);
      for (const part of parts) await vt.write(part);
      await (saved.pending > MAX_PENDING ? saved.flushed() : recording.behind);
      for (const listener of listeners) listener();
      teller.soon();
      mode.lookSoon();
    },
    clean: share === 'all' ? undefined : hidden,
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  });
  mode.lookSoon();

  async function typeNow(hand: TerminalHand, data: string): Promise<void> {
    if (lifetime.exit) return;
    const isSecret = hand === 'person' && share !== 'all' && (await mayBeHidden());
    if (isSecret) hidden.type(data);
    lastActivity = performance.now();
    mode.touch();
    if (hand === 'model') typedMark = moveMark(typedMark);
    const shared = hand === 'model' || share === 'all' || (share === 'redact' && !isSecret) ? data : undefined;
    recording.input(hand, shared === undefined ? undefined : hide(shared));
    if (hand === 'person' && share !== 'none') typed = noteTyped(typed, shared ?? HIDDEN_MARK);
    pty.write(data);
    teller.typed(hand);
    mode.lookSoon();
  }

  /** If the mode is unknown, assumes that the input is hidden. */
  async function mayBeHidden(): Promise<boolean> {
    const found = await mode.lookAgain();
    return !found || (found.canonical && !found.echo);
  }

  function moveMark(mark: Mark): Mark {
    mark.line?.dispose();
    hasOutput = false;
    return vt.mark();
  }

  async function wait(until: Until, signal: AbortSignal, handOversBefore = handOvers): Promise<Waited> {
    waits += 1;
    try {
      return await waitUntil(
        until,
        {
          hasEnded: () => lifetime.exit !== undefined,
          newText: () => vt.textSince(typedMark),
          idleMs: () => (intake.isBusy ? 0 : performance.now() - lastActivity),
          hasOutput: () => hasOutput,
          isHandedOver: () => handOvers > handOversBefore,
          listeners,
        },
        signal,
      );
    } finally {
      waits -= 1;
    }
  }

  function foreground(): Foreground | undefined {
    return lifetime.exit ? undefined : foregroundOf(pty.pid, mode.mode?.canonical === false);
  }

  /** True if it reads keys or shell commands, which are up to the one who opened it. */
  async function takesKeys(): Promise<boolean> {
    const found = await mode.lookAgain();
    return !lifetime.exit && (found?.canonical === false || foreground()?.isShell === true);
  }

  async function finish(): Promise<void> {
    const status = await pty.exited;
    await intake.settled();
    if (masked) keep(masked.end());
    mode.stop();
    endAwaited = waits > 0 || waitsForPerson > 0;
    lifetime.settle(status);
    await Promise.all([saved.close(), recording.close()]);
    vt.keepScrollback(KEPT_SCROLLBACK);
    if (isWatched()) teller.now();
    teller.stop();
    for (const listener of listeners) listener();
  }

  const ended = finish();
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
      return saved.problem === undefined ? saved.path : undefined;
    },
    recording: recording.path,
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
    foreground,
    async isHidden() {
      mode.touch();
      await mode.look();
      return mode.isHidden;
    },
    async asksPerson() {
      const found = await mode.lookAgain();
      if (lifetime.exit || !found?.canonical) return false;
      if (mode.isHidden) return true;
      const program = foreground();
      return vt.text().cursor.column > 0 && !program?.isShell && program?.isReading !== false;
    },
    type(hand, data) {
      typing = typing.then(() => typeNow(hand, data));
      return typing;
    },
    takeTyped() {
      const text = typed;
      typed = '';
      return text;
    },
    markSeen() {
      seenMark = moveMark(seenMark);
    },
    newText: () => vt.textSince(seenMark),
    wait,
    async waitForPerson(signal) {
      const handOversBefore = handOvers;
      waitsForPerson += 1;
      teller.soon();
      try {
        for (;;) {
          const waited = await wait({ timeoutMs: LOOK_MS }, signal, handOversBefore);
          if (waited !== 'timeout') return waited;
          if (await takesKeys()) return 'quiet';
        }
      } finally {
        waitsForPerson -= 1;
        teller.soon();
      }
    },
    handOver() {
      handOvers += 1;
      for (const listener of listeners) listener();
    },
    get endAwaited() {
      return endAwaited;
    },
    resize(wanted) {
      const { columns, rows } = vt.size;
      if (lifetime.exit || (wanted.columns === columns && wanted.rows === rows)) return;
      vt.resize(wanted);
      pty.resize(wanted);
      recording.resize(wanted);
      teller.soon();
    },
    scroll: teller.scroll,
    async kill() {
      await lifetime.end('killed');
      await Promise.race([ended, sleep(KILL_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/** Appends to what the person typed; consecutive hidden keys become a single mark. */
function noteTyped(typed: string, text: string): string {
  if (text === HIDDEN_MARK && typed.endsWith(HIDDEN_MARK)) return typed;
  return (typed + text).slice(-MAX_TYPED);
}
