/** One program in a terminal, from its start to its end: two hands type into it, its screen is kept, all of it is recorded. */

import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ShareInput,
  TerminalHand,
  TerminalScreen,
  TerminalSize,
  TerminalSummary,
} from '../../protocol/terminal.ts';
import { openSpillFile } from '../files/spill-file.ts';
import { endTree } from '../process/process-tree.ts';
import { type Foreground, foregroundOf } from './foreground.ts';
import { createHiddenValues } from './hidden-values.ts';
import { createIntake } from './intake.ts';
import { type LineMode, readLineMode } from './line-mode.ts';
import { openPty } from './pty.ts';
import { startRecording } from './recording.ts';
import { createVtScreen, type Mark, trimEnd } from './vt-screen.ts';
import { type Until, type Waited, waitUntil } from './wait-until.ts';

export interface Terminal extends TerminalSummary {
  readonly size: TerminalSize;
  readonly cursor: { row: number; column: number };
  readonly isAlternate: boolean;
  readonly applicationCursor: boolean;
  readonly timedOut: boolean;
  readonly recording: string;
  /** Who has the keyboard, where that can be told. */
  foreground(): Foreground | undefined;
  /** A line is read and not shown, as the terminal says itself. */
  isHidden(): Promise<boolean>;
  /** In the order of the calls. */
  type(hand: TerminalHand, data: string): Promise<void>;
  /** What the person typed since the last time, as far as it is shared. */
  takeTyped(): string;
  /** All that stands there now is known: `newText` counts from here on. */
  markSeen(): void;
  newText(): string;
  /** Patterns are looked for in what was printed since the model last typed. */
  wait(until: Until, signal: AbortSignal): Promise<Waited>;
  resize(size: TerminalSize): void;
  scroll(back: number): void;
  kill(): Promise<void>;
  readonly ended: Promise<void>;
}

export interface TerminalOptions {
  id: string;
  command: string;
  shell: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** What the environment of this program and no other one holds. */
  marker: string;
  size: TerminalSize;
  /** 0: none. */
  timeoutMs: number;
  share: ShareInput;
  savedPath: string;
  recordingPath: string;
  allowance(bytes: number): number;
  /** The screen changed, and somebody watches. */
  tell(screen: TerminalScreen): void;
  isWatched(): boolean;
}

const SCROLLBACK = 2000;
/** Of a program that has ended. */
const KEPT_SCROLLBACK = 200;
const FRAME_MS = 33;
/** After this long without output a prompt may stand there. */
const PROMPT_MS = 40;
const ASK_AGAIN_MS = 400;
const ASKING_MS = 5000;
const MAX_TYPED = 4000;
const MAX_PENDING = 1024 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;
const HIDDEN_MARK = '[hidden]';
const KILL_PATIENCE_MS = 3000;

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { id, command, share, size } = options;
  const startedAt = Date.now();
  const started = performance.now();
  const vt = await createVtScreen({ size, scrollback: SCROLLBACK, reply: (data) => pty.write(data) });
  const listeners = new Set<() => void>();
  let seenMark = vt.mark();
  let typedMark = vt.mark();
  let lineMode: LineMode | undefined;
  let isModeStale = true;
  let asking: Promise<LineMode | undefined> | undefined;
  let back = 0;
  let typedLast: TerminalHand | undefined;
  let typed = '';
  let typing: Promise<void> = Promise.resolve();
  let lastActivity = started;
  let hasOutput = false;
  let frame: NodeJS.Timeout | undefined;
  let lastTold = Number.NEGATIVE_INFINITY;
  let prompt: NodeJS.Timeout | undefined;
  let exit: { exitCode: number; durationMs: number } | undefined;
  let reason: 'killed' | 'timeout' | undefined;
  let ending: Promise<void> | undefined;

  const pty = await openPty({
    argv: [options.shell, '-c', command],
    cwd: options.cwd,
    env: options.env,
    size,
    onData(chunk) {
      lastActivity = performance.now();
      hasOutput = true;
      isModeStale = true;
      intake.push(chunk);
    },
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
  const intake = createIntake({
    keepLines: () => (vt.isAlternate ? undefined : SCROLLBACK + vt.size.rows),
    async take(bytes, parts) {
      saved.write(bytes);
      recording.output(bytes);
      for (const part of parts) await vt.write(part);
      await (saved.pending > MAX_PENDING ? saved.flushed() : recording.behind);
      changed();
    },
    clean: share === 'all' ? undefined : hidden,
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  });
  const timer =
    options.timeoutMs > 0
      ? setTimeout(() => void end('timeout'), Math.min(options.timeoutMs, MAX_TIMER_MS))
      : undefined;
  askSoon();

  function changed(): void {
    for (const listener of listeners) listener();
    tellSoon();
    askSoon();
  }

  function tellSoon(): void {
    if (frame || !options.isWatched()) return;
    frame = setTimeout(tellNow, Math.max(0, lastTold + FRAME_MS - performance.now()));
  }

  function tellNow(): void {
    clearTimeout(frame);
    frame = undefined;
    lastTold = performance.now();
    const view = vt.view(back);
    back = view.back;
    options.tell({ ...view, hidden: isHiddenNow(), ...(typedLast && { typed: typedLast }) });
  }

  /** Editors and shells that edit lines read keys and show them themselves. */
  function isHiddenNow(): boolean {
    return !exit && lineMode !== undefined && lineMode.canonical && !lineMode.echo;
  }

  /** At once, and for a while after: a program may stop showing what is typed without a word. */
  function askSoon(after = PROMPT_MS): void {
    clearTimeout(prompt);
    if (exit) return;
    prompt = setTimeout(() => {
      void askMode();
      if (!options.isWatched() || performance.now() - lastActivity > ASKING_MS) return;
      isModeStale = true;
      askSoon(ASK_AGAIN_MS);
    }, after);
  }

  async function askMode(): Promise<LineMode | undefined> {
    if (exit || !isModeStale) return lineMode;
    asking ??= readLineMode(pty.device).finally(() => {
      asking = undefined;
    });
    isModeStale = false;
    const wasHidden = isHiddenNow();
    lineMode = await asking;
    if (isHiddenNow() !== wasHidden) tellSoon();
    return lineMode;
  }

  async function typeNow(hand: TerminalHand, data: string): Promise<void> {
    if (exit) return;
    let isSecret = false;
    if (hand === 'person' && share !== 'all') {
      await asking; // one under way may have looked before the program changed it
      isModeStale = true;
      const mode = await askMode();
      isSecret = !mode || (mode.canonical && !mode.echo); // what cannot be told is kept
      if (isSecret) hidden.type(data);
    }
    typedLast = hand;
    lastActivity = performance.now();
    isModeStale = true;
    if (hand === 'model') typedMark = moveMark(typedMark);
    const shared = hand === 'model' || share === 'all' || (share === 'redact' && !isSecret) ? data : undefined;
    recording.input(hand, shared);
    if (hand === 'person' && share !== 'none') note(shared ?? HIDDEN_MARK);
    pty.write(data);
    tellSoon();
    askSoon();
  }

  function moveMark(mark: Mark): Mark {
    mark.line?.dispose();
    hasOutput = false;
    return vt.mark();
  }

  function note(text: string): void {
    if (text === HIDDEN_MARK && typed.endsWith(HIDDEN_MARK)) return;
    typed = (typed + text).slice(-MAX_TYPED);
  }

  function end(why: 'killed' | 'timeout'): Promise<void> {
    if (exit) return Promise.resolve();
    reason ??= why;
    ending ??= endTree({ leader: pty.pid, marker: options.marker });
    return ending;
  }

  async function finish(): Promise<void> {
    const { code, signal } = await pty.exited;
    await intake.settled();
    clearTimeout(timer);
    clearTimeout(prompt);
    const durationMs = Math.round(performance.now() - started);
    const exitCode = reason === 'timeout' ? 124 : signal > 0 ? 128 + signal : code;
    exit = { exitCode: reason === 'killed' && exitCode === 0 ? 128 + constants.signals.SIGTERM : exitCode, durationMs };
    await Promise.all([saved.close(), recording.close()]);
    vt.keepScrollback(KEPT_SCROLLBACK);
    if (options.isWatched()) tellNow();
    clearTimeout(frame);
    for (const listener of listeners) listener();
  }

  const ended = finish();
  return {
    id,
    command,
    startedAt,
    ended,
    get state() {
      return exit ? 'ended' : 'running';
    },
    get exitCode() {
      return exit?.exitCode ?? null;
    },
    get durationMs() {
      return exit?.durationMs ?? Math.round(performance.now() - started);
    },
    get timedOut() {
      return reason === 'timeout';
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
    foreground: () => (exit ? undefined : foregroundOf(pty.pid, lineMode?.canonical === false)),
    async isHidden() {
      isModeStale = true;
      await askMode();
      return isHiddenNow();
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
    wait: (until, signal) =>
      waitUntil(
        until,
        {
          hasEnded: () => exit !== undefined,
          newText: () => vt.textSince(typedMark),
          idleMs: () => (intake.isBusy ? 0 : performance.now() - lastActivity),
          hasOutput: () => hasOutput,
          listeners,
        },
        signal,
      ),
    resize(wanted) {
      const { columns, rows } = vt.size;
      if (exit || (wanted.columns === columns && wanted.rows === rows)) return;
      vt.resize(wanted);
      pty.resize(wanted);
      recording.resize(wanted);
      tellSoon();
    },
    scroll(wanted) {
      back = wanted;
      tellSoon();
    },
    async kill() {
      await end('killed');
      await Promise.race([ended, sleep(KILL_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
