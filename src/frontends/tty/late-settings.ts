/** Applies the settings of the terminal, which are read after the first prompt is drawn. */

import { loadScreenWords } from '../../words/words.ts';
import { createCompleter } from './input/completer.ts';
import { parseKeymap } from './input/keymap.ts';
import { createTheme } from './screen/theme.ts';
import type { Repl } from './session/repl.ts';
import type { Stage } from './stage.ts';

export async function applySettings(stage: Stage, repl: Repl): Promise<void> {
  const { options, messages, theme } = stage;
  const { input, ui, lang } = (await options.late.inputSettings?.()) ?? {};
  const background = ui?.background ?? 'auto';
  stage.escapeMs = input?.escape_ms ?? stage.escapeMs;
  if (lang) Object.assign(messages, await loadScreenWords(lang)); // the first prompt, drawn before the settings are read, contains no words
  if (background !== 'auto' && options.screen.background)
    Object.assign(theme, createTheme(options.screen.color, background));
  stage.notify = ui?.notify ?? stage.notify;
  if (input?.vim) repl.useVim();
  if (input) {
    const parsed = parseKeymap(input.keys);
    stage.keymap = parsed.keymap;
    for (const error of parsed.errors) repl.say(error);
  }
  const sources = options.late.completionSources?.();
  if (sources) stage.late.completer.resolve(createCompleter(sources, stage.keymap));
}
