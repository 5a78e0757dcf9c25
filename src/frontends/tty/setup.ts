/** What a conversation at the terminal is shown with, and what is filled in after the first prompt. */

import type { AgentHandle } from '../../protocol/agent.ts';
import type { ScreenWords } from '../../words/en/screen.ts';
import { loadScreenWords } from '../../words/words.ts';
import type { Completer } from './input/completer.ts';
import { DEFAULT_KEYMAP, type Keymap } from './input/keymap.ts';
import { type Display, inlineDisplay, readerDisplay } from './screen/display.ts';
import type { Reflow } from './screen/screen.ts';
import { type OwnTerminal, openTerminal } from './screen/terminal.ts';
import { createTheme, isDumbTerminal, type Theme } from './screen/theme.ts';
import type { StreamView } from './session/stream-view.ts';
import type { TtyOptions, TtySettings } from './tty-options.ts';

export interface TtySetup {
  readonly options: TtyOptions;
  readonly terminal: OwnTerminal;
  readonly display: Display;
  readonly isDumb: boolean;
  /** True if nothing may move on the screen, because it is read out or cannot be redrawn. */
  readonly isSpoken: boolean;
  readonly late: LateSetup;
  /** The settings change these two in place, and the two below. */
  readonly theme: Theme;
  readonly messages: ScreenWords;
  keymap: Keymap;
  settings: TtySettings;
}

/** What is settled once it is built. */
interface LateSetup {
  readonly engine: PromiseWithResolvers<AgentHandle>;
  readonly view: PromiseWithResolvers<StreamView>;
  readonly completer: PromiseWithResolvers<Completer>;
}

export async function openSetup(options: TtyOptions): Promise<TtySetup> {
  const isDumb = isDumbTerminal(process.env);
  const terminal = openTerminal(process.stdin, process.stdout, { isDumb });
  const { write } = terminal;
  const isSpoken = options.screen.screenReader || isDumb;
  return {
    options,
    terminal,
    display: isSpoken ? readerDisplay(write) : inlineDisplay(write, reflowOf(process.env)),
    isDumb,
    isSpoken,
    late: { engine: Promise.withResolvers(), view: Promise.withResolvers(), completer: Promise.withResolvers() },
    theme: createTheme(options.screen.color, options.screen.background),
    messages: copyOf(await loadScreenWords(options.settingsHint.lang)),
    keymap: DEFAULT_KEYMAP,
    settings: {},
  };
}

/** A copy that takes the words of another language once the settings are read. Without a prototype, as in `gatherFaults`. */
function copyOf(words: ScreenWords): ScreenWords {
  return Object.assign(Object.create(null), words);
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
