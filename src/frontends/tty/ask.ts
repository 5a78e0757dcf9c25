/** Asks a few questions at a terminal, outside a conversation: lists, lines and hidden lines. */

import { elapsedMs } from '../../base/elapsed.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { ScreenWords } from '../../words/en/screen.ts';
import type { Dialog } from './dialogs/dialog.ts';
import { createDialogBox, type DialogBox } from './dialogs/dialog-box.ts';
import { ownLine, ownPicker } from './dialogs/picker.ts';
import { composeScene } from './draw/scene.ts';
import { createEditor } from './input/editor-state.ts';
import { isEscape } from './input/escape.ts';
import type { Key, KeyEvent } from './input/key-event.ts';
import { DEFAULT_KEYMAP } from './input/keymap.ts';
import { createKeyDecoder } from './input/keys.ts';
import { readKeys } from './input/read-keys.ts';
import { type Display, inlineDisplay, readerDisplay } from './screen/display.ts';
import { type Line, span, wrapSaid } from './screen/spans.ts';
import { type OwnTerminal, openTerminal } from './screen/terminal.ts';
import { type ColorLevel, createTheme, isDumbTerminal, type Theme } from './screen/theme.ts';

export interface Asking {
  pick(title: string, options: readonly string[], selected?: number): Promise<number | undefined>;
  line(title: string): Promise<string | undefined>;
  secret(title: string): Promise<string | undefined>;
  tell(text: string): void;
  busy(text: string): void;
  /** Aborts when the person wants to leave. */
  readonly signal: AbortSignal;
  close(): void;
}

interface AskOptions {
  messages: ScreenWords;
  color: ColorLevel;
  isSpoken: boolean;
}

/** What the functions below share. */
interface Live {
  readonly terminal: OwnTerminal;
  readonly display: Display;
  readonly drawing: { theme: Theme; messages: ScreenWords };
  readonly out: AbortController;
  readonly box: DialogBox;
  /** Printed with the next frame. */
  commit: Line[];
  /** Shown while no question is open. */
  doing: Line[];
}

export function openAsking(options: AskOptions): Asking {
  const live = assemble(options);
  const { terminal, drawing, out } = live;
  terminal.listen({
    data: readKeys(createKeyDecoder(elapsedMs), { input: (events) => takeInput(live, events) }),
    resize() {
      live.display.resized(terminal.size());
      paint(live);
    },
    gone: () => leave(live),
  });
  terminal.enter();
  process.on('exit', terminal.leave);

  return {
    pick: async (title, choices, selected) => {
      const from = selected === undefined ? {} : { selected };
      const value = await ask(live, ownPicker({ title, options: choices, ...from }, drawing));
      return typeof value === 'number' ? value : undefined;
    },
    line: (title) => askLine(live, title, false),
    secret: (title) => askLine(live, title, true),
    tell(text) {
      live.doing = [];
      live.commit.push(...wrapSaid([span(cleanLine(text))], terminal.size().columns));
      paint(live);
    },
    busy(text) {
      live.doing = [[span(`${cleanLine(text)} …`, drawing.theme.secondary)]];
      paint(live);
    },
    signal: out.signal,
    close: () => close(live),
  };
}

/** The box calls the others, so it reaches them through the whole, once that exists. */
function assemble({ messages, color, isSpoken }: AskOptions): Live {
  const terminal = openTerminal(process.stdin, process.stdout, { isDumb: isDumbTerminal(process.env) });
  const { write } = terminal;
  const live: Live = {
    terminal,
    display: isSpoken ? readerDisplay(write) : inlineDisplay(write, { rows: true, caretRow: true }),
    drawing: { theme: createTheme(color), messages },
    out: new AbortController(),
    box: createBox(() => live),
    commit: [],
    doing: [],
  };
  return live;
}

function createBox(whole: () => Live): DialogBox {
  const leaveHere = (): void => leave(whole());
  return createDialogBox({
    dialogFor: () => {
      throw new Error('No engine asks here.');
    },
    show: (lines) => void whole().commit.push(...lines.filter((line) => line.length > 0)),
    keymap: () => DEFAULT_KEYMAP,
    answer: () => {},
    cancel: leaveHere,
    interrupt: leaveHere,
    exit: leaveHere,
    suspend: () => {},
    now: elapsedMs,
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed: () => paint(whole()),
  });
}

function takeInput(live: Live, events: readonly KeyEvent[]): void {
  const { box } = live;
  for (const event of events) {
    if (event.type === 'paste') box.paste(event);
    else if (event.type === 'key' && box.current) box.key(event);
    else if (event.type === 'key' && isLeaving(event)) leave(live);
  }
  paint(live);
}

function isLeaving(key: Key): boolean {
  return isEscape(key, DEFAULT_KEYMAP) || (key.ctrl && key.name === 'c');
}

async function askLine(live: Live, title: string, isHidden: boolean): Promise<string | undefined> {
  const value = await ask(live, ownLine({ title, isHidden }, live.drawing));
  return typeof value === 'string' ? value : undefined;
}

async function ask(live: Live, dialog: Dialog): Promise<string | number | undefined> {
  live.doing = [];
  if (live.out.signal.aborted) return undefined;
  const asked = live.box.ask(dialog);
  paint(live);
  return asked;
}

function leave({ out, box }: Live): void {
  out.abort();
  box.clear();
}

function paint(live: Live): void {
  const { terminal, display, drawing, box, commit, doing } = live;
  terminal.measure();
  const { current } = box;
  live.commit = [];
  const moment = {
    commit,
    tail: [],
    status: { mode: '', model: '', cwd: '', context: { tokens: 0, estimated: true } },
    editor: createEditor(),
    question: current
      ? { hint: current.dialog.hint, editor: current.editor, below: current.dialog.below ?? [] }
      : { hint: doing, editor: createEditor() },
    queue: [],
  };
  const size = terminal.size();
  display.show(composeScene(moment, size, drawing.theme, drawing.messages), size);
}

function close({ terminal, display }: Live): void {
  process.off('exit', terminal.leave);
  display.withdraw();
  display.show({ commit: [], live: [''], caret: { row: 0, column: 0 } }, terminal.size());
  terminal.leave();
  terminal.close();
}
