/** The front end for a person at a terminal: draws the prompt first, and builds the rest while the person types. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import { elapsedMs } from '../../base/elapsed.ts';
import { messageOf } from '../../base/errors.ts';
import type { Language } from '../../base/language.ts';
import { sanitize } from '../../base/text/sanitize.ts';
import type { AgentHandle, Emit } from '../../protocol/agent.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { ScreenWords } from '../../words/en/screen.ts';
import { loadScreenWords } from '../../words/words.ts';
import type { Greeting } from './draw/banner.ts';
import { type Completer, type CompletionSources, createCompleter } from './input/completer.ts';
import { DEFAULT_KEYMAP, type Keymap, parseKeymap } from './input/keymap.ts';
import { createKeyDecoder } from './input/keys.ts';
import { press } from './input/press.ts';
import { ESCAPE_MS, readKeys } from './input/read-keys.ts';
import { createViews } from './panel/views.ts';
import { copyByTerminal } from './screen/clipboard.ts';
import { inlineDisplay, readerDisplay } from './screen/display.ts';
import type { Reflow } from './screen/screen.ts';
import { span } from './screen/spans.ts';
import { openTerminal, type Terminal } from './screen/terminal.ts';
import { type Background, type ColorLevel, createTheme, isDumbTerminal, type Theme } from './screen/theme.ts';
import type { PersonAsked } from './session/ask-person.ts';
import { createAttention, type Notify } from './session/attention.ts';
import { createGiveBack } from './session/give-back.ts';
import { createRepl, type Repl } from './session/repl.ts';
import { createScriptRun, type Script } from './session/script.ts';
import { suspend } from './session/suspend.ts';
import { createWayOut } from './session/way-out.ts';

export interface TtyOptions {
  version: string;
  cwd: string;
  /** What the first prompt shows, before the settings are read. */
  settingsHint: { mode: string; model: string; lang: Language };
  color: ColorLevel;
  /** Absent if the terminal has no more than 16 colours. */
  background?: Background;
  screenReader: boolean;
  /** This and the functions below are called after the first prompt is drawn. */
  createAgent(emit: Emit): Promise<AgentHandle>;
  completionSources?(): CompletionSources;
  inputSettings?(): Promise<InputSettings>;
  /** The start screen, if this start has one. */
  greeting?(): Promise<Greeting | undefined>;
  branch?(): Promise<string | undefined>;
  inputHistory?(): Promise<{ readonly entries: readonly string[]; add(text: string): void } | undefined>;
  /** Connects a model and returns the one to use. */
  login?(person: PersonAsked, named: string | undefined): Promise<string | undefined>;
  /** Messages to submit without the person, who still answers requests. */
  script?: Script;
  /** A message that is sent as if it had been typed. */
  opening?: string;
}

/** Whole sections, so that a new setting is only added where it is read. */
type InputSettings = Partial<Pick<AppSettings['settings'], 'input' | 'ui' | 'lang'>>;

/** Delay before loading the rest, which blocks everything: a key pressed as the prompt appears is echoed first. */
const FIRST_KEY_MS = 30;

export async function runTty(options: TtyOptions): Promise<number> {
  const { settingsHint, cwd, screenReader } = options;
  const isDumb = isDumbTerminal(process.env);
  const terminal = openTerminal(process.stdin, process.stdout, { isDumb });
  const theme = { ...createTheme(options.color, options.background) };
  const messages = { ...(await loadScreenWords(settingsHint.lang)) };
  const isSpoken = screenReader || isDumb;
  const display = isSpoken ? readerDisplay(terminal.write) : inlineDisplay(terminal.write, reflowOf(process.env));
  const engine = Promise.withResolvers<AgentHandle>();
  const view = Promise.withResolvers<Awaited<ReturnType<typeof loadView>>>();
  const completer = Promise.withResolvers<Completer>();
  let keymap: Keymap = DEFAULT_KEYMAP;
  let notify: Notify = 'auto';
  let escapeMs = ESCAPE_MS;

  const repl = createRepl({
    size: terminal.size,
    measure: terminal.measure,
    display,
    theme,
    messages,
    status: { ...settingsHint, cwd, context: { tokens: 0, estimated: true } },
    agent: engine.promise,
    view: view.promise,
    completer: completer.promise,
    keymap: () => keymap,
    now: elapsedMs,
    leave: (code) => wayOut.ask(code),
    suspend: () => suspend({ terminal, repl, complain: () => repl.say(messages.cannotSuspend) }),
    openEditor: (text) => openEditor(text, terminal, repl, messages),
    ...(!isDumb && {
      attention: createAttention({
        write: terminal.write,
        environment: process.env,
        notify: () => notify,
        says: () => messages.attention,
      }),
    }),
    history: view.promise.then(() => options.inputHistory?.()),
    ...(options.greeting && { greeting: () => view.promise.then(() => options.greeting?.()).then(toldOnce) }),
    ...(options.branch && { branch: options.branch }),
    ...(options.login && { login: options.login }),
    copy: (text) => !isDumb && copyByTerminal(text, terminal.write),
    turnEnded() {
      giveBack();
      // Input typed in the meantime goes first.
      if (script) setImmediate(script.next);
    },
  });
  const giveBack = createGiveBack(() => repl.isBusy);
  const script =
    options.script && createScriptRun(options.script, { say: repl.submit, leave: (code) => wayOut.ask(code) });
  const views = createViews({
    chat: repl,
    size: terminal.size,
    send: (op) => void engine.promise.then((agent) => agent.send(op)),
    async loadPanel(give) {
      const { createPanel } = await import('./panel/panel.ts');
      const { size, write } = terminal;
      return createPanel({
        size,
        write,
        theme,
        level: options.color,
        messages,
        now: elapsedMs,
        press: (state, key) => press(state, key, keymap),
        ...give,
      });
    },
  });
  const front = isSpoken ? repl : views; // a screen whose parts move cannot be read out
  const wayOut = createWayOut({
    agent: engine.promise,
    exit: (code) => process.exit(code),
    restore: once(() => {
      const id = repl.session;
      script?.stop();
      const farewell = script?.farewell ?? (id === undefined ? undefined : messages.resume(id));
      views.leave();
      repl.close(farewell?.split('\n').map((line) => [span(line, theme.secondary)]) ?? []);
      terminal.leave();
    }),
  });
  terminal.listen({
    data: readKeys(createKeyDecoder(elapsedMs), front, () => escapeMs),
    resize: front.resized,
    gone: () => wayOut.lose(129),
  });
  terminal.enter();
  repl.paint();

  if (options.opening !== undefined) repl.submit(options.opening);

  // Only now, with the prompt on the screen.
  const isWaited = options.opening !== undefined || options.script !== undefined;
  setTimeout(
    () => {
      loadView(theme, messages, options, isSpoken).then(view.resolve, view.reject);
      options.createAgent(seeEvent).then(engine.resolve, (error: unknown) => {
        failToStart(error);
        engine.reject(error);
      });
    },
    isWaited ? 0 : FIRST_KEY_MS,
  );
  engine.promise.then(isSpoken ? undefined : views.start, () => undefined); // failToStart reports it
  if (script) engine.promise.then(script.next, () => undefined);
  engine.promise.then(giveBack, () => undefined);
  void view.promise.then(readInputSettings).catch((error: unknown) => repl.say(messageOf(error)));

  const code = await wayOut.done;
  wayOut.dispose();
  terminal.close();
  return code;

  /** Shortens the greeting to one sentence for a screen reader. */
  function toldOnce(greeting: Greeting | undefined): Greeting | undefined {
    return greeting && isSpoken ? { ...greeting, form: 'short' } : greeting;
  }

  function seeEvent(event: Stamped): void {
    script?.event(event);
    front.event(event);
  }

  async function readInputSettings(): Promise<void> {
    const { input, ui, lang } = (await options.inputSettings?.()) ?? {};
    const background = ui?.background ?? 'auto';
    escapeMs = input?.escape_ms ?? escapeMs;
    if (lang) Object.assign(messages, await loadScreenWords(lang)); // the first prompt, drawn before the settings are read, contains no words
    if (background !== 'auto' && options.background) Object.assign(theme, createTheme(options.color, background));
    notify = ui?.notify ?? notify;
    if (input?.vim) repl.useVim();
    if (input) {
      const parsed = parseKeymap(input.keys);
      keymap = parsed.keymap;
      for (const error of parsed.errors) repl.say(error);
    }
    const sources = options.completionSources?.();
    if (!sources) return;
    completer.resolve(createCompleter(sources, keymap));
  }

  function failToStart(error: unknown): void {
    repl.close([[span(messages.failedToStart(sanitize(messageOf(error))), theme.error)]]);
    terminal.leave();
    wayOut.ask(1);
  }
}

/** Nothing is drawn before the style is known. Settings that cannot be read are reported elsewhere. */
async function loadView(theme: Theme, messages: ScreenWords, { inputSettings }: TtyOptions, isSpoken: boolean) {
  const { createStreamView } = await import('./session/stream-view.ts');
  const settings = await inputSettings?.().catch(() => undefined);
  return createStreamView(theme, messages, settings?.ui?.style, isSpoken);
}

/**
 * Xterm and the Linux console cut long rows when the window shrinks; editors with xterm.js do not re-wrap the cursor's row; tmux makes room
 * for rows that wrap at the top, never at the bottom.
 */
function reflowOf({ XTERM_VERSION, TERM, TERM_PROGRAM, TMUX }: NodeJS.ProcessEnv): Reflow {
  if (TMUX !== undefined || TERM?.startsWith('tmux')) return { rows: true, caretRow: true, losesTop: true };
  const rows = XTERM_VERSION === undefined && TERM !== 'linux';
  return { rows, caretRow: rows && TERM_PROGRAM !== 'vscode' };
}

async function openEditor(
  text: string,
  terminal: Terminal,
  repl: Repl,
  messages: ScreenWords,
): Promise<string | undefined> {
  repl.pause();
  terminal.leave();
  try {
    const { editExternally } = await import('./session/external-editor.ts');
    return await editExternally(text, process.env);
  } catch (error) {
    repl.say(messages.editorFailed(messageOf(error)));
    return undefined;
  } finally {
    terminal.enter();
    repl.resume();
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
