/** The parts of the conversation at the terminal, and the lines that the terminal itself adds to it. */

import { cleanLine } from '../../../base/text/sanitize.ts';
import type { DialogBox } from '../dialogs/dialog-box.ts';
import { bannerLines, type Greeting } from '../draw/banner.ts';
import { promptLine } from '../draw/prompt-area.ts';
import { STYLE_NAMES } from '../draw/styles.ts';
import type { Completer } from '../input/completer.ts';
import type { Frames } from '../screen/frames.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { LineHistory } from './kept-lines.ts';
import type { Opening } from './opening.ts';
import type { OwnCommands } from './own-commands.ts';
import { promptEcho } from './prompt-echo.ts';
import type { ReplPorts } from './repl-ports.ts';
import type { ReplState } from './repl-state.ts';
import type { StillRunning } from './still-running.ts';
import type { StreamView } from './stream-view.ts';
import type { Turns } from './turns.ts';

export interface Conversation {
  readonly ports: ReplPorts;
  readonly frames: Frames;
  readonly box: DialogBox;
  readonly opening: Opening;
  readonly turns: Turns;
  readonly commands: OwnCommands;
  readonly running: StillRunning;
  /** Replaced by every key and event. */
  state: ReplState;
  /** The next three are absent until `followLateParts` has them. */
  view?: StreamView;
  completer?: Completer;
  history?: LineHistory;
}

export function columnsOf({ ports }: Conversation): number {
  return ports.screen.size().columns;
}

/** Requests are only drawn from events, which wait until the view is loaded. */
export function loadedView({ view }: Conversation): StreamView {
  if (!view) throw new Error('The view is not loaded yet.');
  return view;
}

export function addLines({ view }: Conversation, lines: readonly Line[]): void {
  view?.drawer.add(lines);
}

export function greet(repl: Conversation, greeting: Greeting): void {
  const { theme, messages } = repl.ports;
  addLines(repl, bannerLines(greeting, repl.state.status, columnsOf(repl), theme, messages));
  repl.frames.soon();
}

export function note(repl: Conversation, text: string): void {
  const { theme } = repl.ports;
  whenOpen(repl, ({ drawer }) => drawer.add([...wrapSaid([span(text, theme.notice)], columnsOf(repl)), []]));
}

/** Shows a command that the terminal carries out itself. */
export function echo(repl: Conversation, shown: string): void {
  const prompt = promptOf(repl);
  whenOpen(repl, ({ drawer }) => drawer.add(promptEcho(prompt, shown)));
}

/** Shows a message that is sent, where its answer will appear. */
export function beginTurn(repl: Conversation, text: string, shown: string): void {
  const prompt = promptOf(repl);
  const typed = repl.state.status.isShell ? shown.replace(/^! /, '') : shown; // this prompt ends with the mark
  whenOpen(repl, ({ drawer }) => {
    drawer.finish(columnsOf(repl));
    drawer.begin(text);
    drawer.add(promptEcho(prompt, typed));
  });
}

export function useStyle(repl: Conversation, name: string): void {
  const { messages } = repl.ports;
  const known = STYLE_NAMES.find((each) => each === name);
  whenOpen(repl, (view) => {
    if (known) view.useStyle(known);
    const all = STYLE_NAMES.join(', ');
    const told = name === '' ? messages.styles(all, view.style) : messages.unknownStyle(cleanLine(name), all);
    note(repl, known ? messages.styleChosen(known) : told);
  });
}

/** Shows the branch that is checked out now. */
export async function lookAtBranch(repl: Conversation): Promise<void> {
  const branch = await repl.ports.branch?.();
  if (branch === repl.state.status.branch) return;
  repl.state = { ...repl.state, status: { ...repl.state.status, branch } };
  repl.frames.soon();
}

/** The prompt as it was when the line was sent, however wide. */
function promptOf({ state, ports }: Conversation): Line {
  return promptLine(state.status, Number.MAX_SAFE_INTEGER, ports.theme);
}

/** Delays the work until the view is loaded. */
function whenOpen(repl: Conversation, work: (view: StreamView) => void): void {
  void repl.opening.done.then(() => {
    work(loadedView(repl));
    repl.frames.soon();
  });
}
