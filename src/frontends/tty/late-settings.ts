/** Applies the settings of the terminal, which are read after the first prompt is drawn. */

import { loadScreenWords } from '../../words/words.ts';
import { createCompleter } from './input/completer.ts';
import { keyErrorText, parseKeymap } from './input/keymap.ts';
import { createTheme } from './screen/theme.ts';
import type { Repl } from './session/repl.ts';
import type { TtySetup } from './setup.ts';

export async function applySettings(setup: TtySetup, repl: Repl): Promise<void> {
  const { options, messages, theme } = setup;
  setup.settings = (await options.late.settings?.()) ?? {};
  const { input, ui, lang } = setup.settings;
  const background = ui?.background ?? 'auto';
  if (lang) Object.assign(messages, await loadScreenWords(lang)); // the first prompt, drawn before the settings are read, contains no words
  if (background !== 'auto' && options.screen.background)
    Object.assign(theme, createTheme(options.screen.color, background));
  if (input?.vim) repl.useVim();
  if (input) {
    const parsed = parseKeymap(input.keys);
    setup.keymap = parsed.keymap;
    for (const error of parsed.errors) repl.say(keyErrorText(error, messages));
  }
  const sources = options.late.completionSources?.();
  if (sources) setup.late.completer.resolve(createCompleter(sources, setup.keymap));
}
