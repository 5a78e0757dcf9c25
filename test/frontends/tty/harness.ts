/** The conversation in one process: keys are typed into it, an emulator shows its screen, the engine is scripted. */

import type { Language } from '../../../src/base/language.ts';
import type { StyleName } from '../../../src/frontends/tty/draw/styles.ts';
import { createCompleter } from '../../../src/frontends/tty/input/completer.ts';
import { DEFAULT_KEYMAP, type Keymap } from '../../../src/frontends/tty/input/keymap.ts';
import { createKeyDecoder } from '../../../src/frontends/tty/input/keys.ts';
import { inlineDisplay, readerDisplay } from '../../../src/frontends/tty/screen/display.ts';
import { type Background, createTheme } from '../../../src/frontends/tty/screen/theme.ts';
import { createRepl, type Repl } from '../../../src/frontends/tty/session/repl.ts';
import { createStreamView } from '../../../src/frontends/tty/session/stream-view.ts';
import { en } from '../../../src/words/en.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { createEmulator, type Emulator } from '../../fixtures/emulator.ts';
import { createScriptedAgent, type ScriptedAgent } from '../../fixtures/scripted-agent.ts';
import { scripts } from '../../fixtures/tty-scripts.ts';

export interface Harness {
  emulator: Emulator;
  agent: ScriptedAgent;
  repl: Repl;
  /** Presses keys as a person does: each in a separate read. */
  type(text: string): void;
  /** Feeds one read, as it came from the terminal. */
  feed(bytes: string): void;
  /** Types a line and Enter, and waits until nothing runs. */
  say(line: string): Promise<void>;
  until(check: () => boolean): Promise<void>;
  screen(): string;
  resize(columns: number, rows: number): void;
  /** Lets this much time pass for the dialogues. */
  wait(ms: number): void;
  written(): string;
  exitCodes: number[];
  /** How often coder asked to be suspended. */
  suspensions(): number;
}

const SOURCES = {
  commands: () => [
    { value: 'mode', detail: 'show or switch the mode' },
    { value: 'model', detail: 'show or switch the model' },
    { value: 'help', detail: 'list commands and keys' },
  ],
  argumentsOf: () => [{ value: 'build' }, { value: 'plan' }],
  files: () => ({ paths: ['src/a.ts', 'src/b.ts', 'README.md'], isPartial: false }),
  entries: () => [],
  programs: () => ['ls', 'lsof'],
};

export async function createHarness(
  columns = 80,
  rows = 24,
  options: { lang?: Language; reader?: boolean; keymap?: Keymap; style?: StyleName; background?: Background } = {},
): Promise<Harness> {
  const emulator = createEmulator(columns, rows);
  let output = '';
  let clock = 10_000;
  let suspensions = 0;
  const size = { columns, rows };
  const write = (text: string): void => {
    output += text;
    emulator.terminal.write(text);
  };
  const theme = createTheme('color', options.background);
  const messages = (options.lang === 'zh-CN' ? zhCn : en).screen;
  const exitCodes: number[] = [];
  const engine = Promise.withResolvers<ScriptedAgent>();
  const repl = createRepl({
    screen: {
      size: () => size,
      display: options.reader ? readerDisplay(write) : inlineDisplay(write, { rows: true, caretRow: false }),
    },
    theme,
    messages,
    status: { mode: 'build', model: 'scripted', cwd: '/home/app', context: { tokens: 0, estimated: true } },
    late: {
      agent: engine.promise,
      view: Promise.resolve(createStreamView(theme, messages, { style: options.style ?? 'full' })),
      completer: Promise.resolve(createCompleter(SOURCES, DEFAULT_KEYMAP)),
    },
    keymap: () => options.keymap ?? DEFAULT_KEYMAP,
    now: () => clock,
    program: {
      leave: (code) => void exitCodes.push(code),
      suspend: () => void (suspensions += 1),
      openEditor: async () => undefined,
    },
  });
  const decoder = createKeyDecoder(() => clock);
  repl.paint();
  const agent = createScriptedAgent(repl.event, scripts);
  engine.resolve(agent);
  await engine.promise;

  const harness: Harness = {
    emulator,
    agent,
    repl,
    exitCodes,
    type(text) {
      for (const character of text) harness.feed(character);
    },
    feed(bytes) {
      repl.input(decoder.feed(bytes));
      if (decoder.pending) repl.input(decoder.flush());
    },
    async say(line) {
      const sent = agent.ops.length;
      harness.type(`${line}\r`);
      // Also waits until everything is drawn: an empty prompt is the last line.
      await harness.until(() => agent.ops.length > sent && !repl.isBusy && /> ?$/.test(emulator.lines().at(-1) ?? ''));
    },
    async until(check) {
      const deadline = performance.now() + 30_000;
      while (performance.now() < deadline) {
        await emulator.write('');
        if (check()) return emulator.write(''); // also what was written together with the change
        await new Promise((next) => setTimeout(next, 2));
      }
      throw new Error(`It did not come to that. The screen:\n${emulator.lines().join('\n')}`);
    },
    screen: () => emulator.lines().join('\n'),
    resize(newColumns, newRows) {
      size.columns = newColumns;
      size.rows = newRows;
      emulator.resize(newColumns, newRows);
      repl.resized();
    },
    wait(ms) {
      clock += ms;
    },
    written: () => output,
    suspensions: () => suspensions,
  };
  await harness.until(() => harness.screen().includes('>'));
  return harness;
}
