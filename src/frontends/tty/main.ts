/** The front end for a person at a terminal: draws the prompt first, and builds the rest while the person types. */

import { elapsedMs } from '../../base/elapsed.ts';
import { sanitize } from '../../base/text/sanitize.ts';
import type { Stamped } from '../../protocol/event.ts';
import type { ScreenWords } from '../../words/en/screen.ts';
import { errorText } from '../error-text.ts';
import { assemble, type Tty } from './assemble.ts';
import { createKeyDecoder } from './input/keys.ts';
import { readKeys } from './input/read-keys.ts';
import { applySettings } from './late-settings.ts';
import { span } from './screen/spans.ts';
import type { Repl } from './session/repl.ts';
import type { StreamView } from './session/stream-view.ts';
import { openSetup, type TtySetup } from './setup.ts';
import type { TtyOptions } from './tty-options.ts';

/** Delay before loading the rest, which blocks everything: a key pressed as the prompt appears is echoed first. */
const FIRST_KEY_MS = 30;

export async function runTty(options: TtyOptions): Promise<number> {
  const setup = await openSetup(options);
  const tty = assemble(setup);
  const { terminal } = setup;
  const { repl, wayOut } = tty;
  const front = frontOf(setup, tty);
  terminal.listen({
    data: readKeys(createKeyDecoder(elapsedMs), front, () => setup.settings.input),
    resize: front.resized,
    gone: () => wayOut.lose(129),
  });
  terminal.enter();
  repl.paint();
  if (options.opening !== undefined) repl.submit(options.opening);

  // Only now, with the prompt on the screen.
  const isWaited = options.opening !== undefined || options.script !== undefined;
  setTimeout(() => loadRest(setup, tty), isWaited ? 0 : FIRST_KEY_MS);
  followEngine(setup, tty);
  void setup.late.view.promise
    .then(() => applySettings(setup, repl))
    .catch((error: unknown) => sayError(error, repl, setup.messages));

  const code = await wayOut.done;
  wayOut.dispose();
  terminal.close();
  return code;
}

/** Gets keys and events: a screen whose parts move cannot be read out. */
function frontOf({ isSpoken }: TtySetup, { repl, views }: Tty): Pick<Tty['views'], 'input' | 'event' | 'resized'> {
  return isSpoken ? repl : views;
}

function loadRest(setup: TtySetup, tty: Tty): void {
  const { late, options } = setup;
  const front = frontOf(setup, tty);
  const seeEvent = (event: Stamped): void => {
    tty.script?.event(event);
    front.event(event);
  };
  loadView(setup).then(late.view.resolve, late.view.reject);
  options.late.createAgent(seeEvent).then(late.engine.resolve, (error: unknown) => {
    void failToStart(error, setup, tty);
    late.engine.reject(error);
  });
}

async function sayError(error: unknown, repl: Repl, { language }: ScreenWords): Promise<void> {
  repl.say(await errorText(error, language));
}

/** Nothing is drawn before the style is known. Settings that cannot be read are reported elsewhere. */
async function loadView({ theme, messages, options, isSpoken }: TtySetup): Promise<StreamView> {
  const { createStreamView } = await import('./session/stream-view.ts');
  const settings = await options.late.settings?.().catch(() => undefined);
  return createStreamView(theme, messages, settings?.ui, isSpoken);
}

async function failToStart(
  error: unknown,
  { terminal, messages, theme }: TtySetup,
  { repl, wayOut }: Tty,
): Promise<void> {
  repl.close([[span(messages.failedToStart(sanitize(await errorText(error, messages.language))), theme.error)]]);
  terminal.leave();
  wayOut.ask(1);
}

/** What begins once the engine is ready. */
function followEngine({ late, isSpoken }: TtySetup, { views, script, giveBack }: Tty): void {
  const { engine } = late;
  const ignore = (): undefined => undefined; // failToStart reports it
  engine.promise.then(isSpoken ? undefined : views.start, ignore);
  if (script) engine.promise.then(script.next, ignore);
  engine.promise.then(giveBack, ignore);
}
