/** Asks a few questions at a terminal, outside a conversation: lists, lines and hidden lines. */

import { elapsedMs } from '../../base/elapsed.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { ScreenWords } from '../../words/en/screen.ts';
import type { Dialog } from './dialogs/dialog.ts';
import { createDialogBox } from './dialogs/dialog-box.ts';
import { ownLine, ownPicker } from './dialogs/picker.ts';
import { composeScene } from './draw/scene.ts';
import { createEditor } from './input/editor-state.ts';
import { keyName } from './input/key-event.ts';
import { DEFAULT_KEYMAP, lookUp } from './input/keymap.ts';
import { createKeyDecoder } from './input/keys.ts';
import { press } from './input/press.ts';
import { readKeys } from './input/read-keys.ts';
import { inlineDisplay, readerDisplay } from './screen/display.ts';
import { type Line, span, wrapSaid } from './screen/spans.ts';
import { openTerminal } from './screen/terminal.ts';
import { type ColorLevel, createTheme, isDumbTerminal } from './screen/theme.ts';

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

export function openAsking({ messages, color, isSpoken }: AskOptions): Asking {
  const theme = createTheme(color);
  const look = { theme, messages };
  const terminal = openTerminal(process.stdin, process.stdout, { isDumb: isDumbTerminal(process.env) });
  const display = isSpoken
    ? readerDisplay(terminal.write)
    : inlineDisplay(terminal.write, { rows: true, caretRow: true });
  const out = new AbortController();
  let commit: Line[] = [];
  let doing: Line[] = [];
  const isEscape = (key: Parameters<typeof keyName>[0]) => lookUp(DEFAULT_KEYMAP, 'edit', keyName(key)) === 'escape';
  const box = createDialogBox({
    dialogFor: () => {
      throw new Error('No engine asks here.');
    },
    show: (lines) => void commit.push(...lines.filter((line) => line.length > 0)),
    press: (editor, key) => press(editor, key, DEFAULT_KEYMAP),
    isEscape,
    answer: () => {},
    cancel: leave,
    interrupt: leave,
    exit: leave,
    suspend: () => {},
    now: elapsedMs,
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed: paint,
  });
  terminal.listen({
    data: readKeys(createKeyDecoder(elapsedMs), {
      input(events) {
        for (const event of events) {
          if (event.type === 'paste') box.paste(event);
          else if (event.type === 'key' && box.current) box.key(event);
          else if (event.type === 'key' && (isEscape(event) || (event.ctrl && event.name === 'c'))) leave();
        }
        paint();
      },
    }),
    resize() {
      display.resized(terminal.size());
      paint();
    },
    gone: leave,
  });
  terminal.enter();
  process.on('exit', terminal.leave);

  return {
    pick: async (title, options, selected) => {
      const from = selected === undefined ? {} : { selected };
      const value = await ask(ownPicker({ title, options, ...from }, look));
      return typeof value === 'number' ? value : undefined;
    },
    line: (title) => askLine(title, false),
    secret: (title) => askLine(title, true),
    tell(text) {
      doing = [];
      commit.push(...wrapSaid([span(cleanLine(text))], terminal.size().columns));
      paint();
    },
    busy(text) {
      doing = [[span(`${cleanLine(text)} …`, theme.secondary)]];
      paint();
    },
    signal: out.signal,
    close() {
      process.off('exit', terminal.leave);
      display.withdraw();
      display.show({ commit: [], live: [''], caret: { row: 0, column: 0 } }, terminal.size());
      terminal.leave();
      terminal.close();
    },
  };

  async function askLine(title: string, isHidden: boolean): Promise<string | undefined> {
    const value = await ask(ownLine({ title, isHidden }, look));
    return typeof value === 'string' ? value : undefined;
  }

  async function ask(dialog: Dialog): Promise<string | number | undefined> {
    doing = [];
    if (out.signal.aborted) return undefined;
    const asked = box.ask(dialog);
    paint();
    return asked;
  }

  function leave(): void {
    out.abort();
    box.clear();
  }

  function paint(): void {
    terminal.measure();
    const { current } = box;
    const moment = {
      commit: commit.splice(0),
      tail: [],
      status: { mode: '', model: '', cwd: '', context: { tokens: 0, estimated: true } },
      editor: createEditor(),
      question: current
        ? { hint: current.dialog.hint, editor: current.editor, below: current.dialog.below ?? [] }
        : { hint: doing, editor: createEditor() },
      queue: [],
    };
    commit = [];
    const size = terminal.size();
    display.show(composeScene(moment, size, theme, messages), size);
  }
}
