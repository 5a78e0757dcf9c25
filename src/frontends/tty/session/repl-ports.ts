/** What the conversation at the terminal needs from its surroundings. */

import type { AgentHandle } from '../../../protocol/agent.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { Greeting } from '../draw/banner.ts';
import type { Status } from '../draw/prompt-area.ts';
import type { Completer } from '../input/completer.ts';
import type { Keymap } from '../input/keymap.ts';
import type { Display } from '../screen/display.ts';
import type { Size } from '../screen/screen.ts';
import type { Theme } from '../screen/theme.ts';
import type { Attention } from './attention.ts';
import type { LineHistory } from './kept-lines.ts';
import type { OwnCommandPorts } from './own-commands.ts';
import type { StreamView } from './stream-view.ts';

export interface ReplPorts extends OwnCommandPorts {
  screen: {
    size(): Size;
    /** Reads the size again; if it has changed, `resized` is called before this returns. */
    measure?(): void;
    display: Display;
  };
  theme: Theme;
  messages: ScreenWords;
  status: Status;
  late: LateReplParts;
  /** The current key table; the settings that change it are read after the first prompt. */
  keymap(): Keymap;
  now(): number;
  program: ProgramPorts;
  /** The start screen, shown before anything else once the engine is ready. */
  greeting?(): Promise<Greeting | undefined>;
  /** The branch that is checked out now. */
  branch?(): Promise<string | undefined>;
  /** Called when the input has been dealt with. */
  turnEnded?(): void;
  attention?: Attention;
}

/** What is not there yet when the first prompt is drawn. */
interface LateReplParts {
  /** The engine, once it is built. */
  agent: Promise<AgentHandle>;
  /** Draws the conversation; resolves once it is loaded. */
  view: Promise<StreamView>;
  /** Completes words; resolves once it is loaded. */
  completer: Promise<Completer>;
  /** The lines typed here before; resolves once they are read. */
  history?: Promise<LineHistory | undefined>;
}

/** What takes the terminal away from the conversation. */
interface ProgramPorts {
  /** Ends the program. */
  leave(code: number): void;
  suspend(): void;
  openEditor(text: string): Promise<string | undefined>;
}
