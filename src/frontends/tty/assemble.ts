/** Puts the parts of the terminal front end together: the conversation, the panel beside it, the script and the way out. */

import { elapsedMs } from '../../base/elapsed.ts';
import { messageOf } from '../../base/errors.ts';
import type { Greeting } from './draw/banner.ts';
import { press } from './input/press.ts';
import { createViews, type Views } from './panel/views.ts';
import { copyByTerminal } from './screen/clipboard.ts';
import { span } from './screen/spans.ts';
import { createAttention } from './session/attention.ts';
import { createGiveBack } from './session/give-back.ts';
import { createRepl, type Repl } from './session/repl.ts';
import { createScriptRun, type ScriptRun } from './session/script.ts';
import { suspend } from './session/suspend.ts';
import { createWayOut, type WayOut } from './session/way-out.ts';
import type { TtySetup } from './setup.ts';

export interface Tty {
  readonly repl: Repl;
  readonly views: Views;
  readonly wayOut: WayOut;
  readonly script?: ScriptRun;
  /** Releases memory once it is quiet. */
  giveBack(): void;
}

/** The parts call each other, so each reaches the others through the whole, once that exists. */
export function assemble(setup: TtySetup): Tty {
  const whole = (): Tty => tty;
  const { script } = setup.options;
  const repl = createConversation(setup, whole);
  const tty: Tty = {
    repl,
    giveBack: createGiveBack(() => repl.isBusy),
    ...(script && { script: createScriptRun(script, { say: repl.submit, leave: (code) => tty.wayOut.ask(code) }) }),
    views: createPanelViews(setup, repl),
    wayOut: createWayOut({
      agent: setup.late.engine.promise,
      exit: (code) => process.exit(code),
      restore: once(() => restore(setup, tty)),
    }),
  };
  return tty;
}

function createConversation(setup: TtySetup, whole: () => Tty): Repl {
  const { options, terminal, display, late, theme, messages, isDumb, isSpoken } = setup;
  const { settingsHint, cwd } = options;
  const { branch, login, greeting, inputHistory } = options.late;
  const view = late.view.promise;
  return createRepl({
    screen: { size: terminal.size, measure: terminal.measure, display },
    theme,
    messages,
    status: { ...settingsHint, cwd, context: { tokens: 0, estimated: true } },
    late: {
      agent: late.engine.promise,
      view,
      completer: late.completer.promise,
      history: view.then(() => inputHistory?.()),
    },
    keymap: () => setup.keymap,
    now: elapsedMs,
    program: {
      leave: (code) => whole().wayOut.ask(code),
      suspend() {
        const { repl } = whole();
        suspend({ terminal, repl, complain: () => repl.say(messages.cannotSuspend) });
      },
      openEditor: (text) => openEditor(text, setup, whole().repl),
    },
    ...(!isDumb && {
      attention: createAttention({
        write: terminal.write,
        environment: process.env,
        settings: () => setup.settings.ui,
        says: () => messages.attention,
      }),
    }),
    ...(greeting && { greeting: () => view.then(() => greeting()).then((found) => told(found, isSpoken)) }),
    ...(branch && { branch }),
    ...(login && { login }),
    copy: (text) => !isDumb && copyByTerminal(text, terminal.write),
    turnEnded() {
      const { giveBack, script } = whole();
      giveBack();
      // Input typed in the meantime goes first.
      if (script) setImmediate(script.next);
    },
  });
}

/** Shortens the greeting to one sentence for a screen reader. */
function told(greeting: Greeting | undefined, isSpoken: boolean): Greeting | undefined {
  return greeting && isSpoken ? { ...greeting, form: 'short' } : greeting;
}

function createPanelViews(setup: TtySetup, repl: Repl): Views {
  const { options, terminal, theme, messages, late } = setup;
  const { size, write } = terminal;
  return createViews({
    chat: repl,
    size,
    send: (op) => void late.engine.promise.then((agent) => agent.send(op)),
    async loadPanel(give) {
      const { createPanel } = await import('./panel/panel.ts');
      return createPanel({
        size,
        write,
        theme,
        level: options.screen.color,
        messages,
        now: elapsedMs,
        press: (state, key) => press(state, key, setup.keymap),
        ...give,
      });
    },
  });
}

/** Says how to resume, and gives the terminal back. */
function restore({ terminal, messages, theme }: TtySetup, { repl, views, script }: Tty): void {
  const id = repl.session;
  script?.stop();
  const farewell = script?.farewell ?? (id === undefined ? undefined : messages.resume(id));
  views.leave();
  repl.close(farewell?.split('\n').map((line) => [span(line, theme.secondary)]) ?? []);
  terminal.leave();
}

async function openEditor(text: string, { terminal, messages }: TtySetup, repl: Repl): Promise<string | undefined> {
  repl.pause();
  terminal.leave();
  try {
    const { editExternally } = await import('./session/external-editor.ts');
    return await editExternally(text, process.env, messages.editorEnded);
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
