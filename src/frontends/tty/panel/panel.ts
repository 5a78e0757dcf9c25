/** Interactive programs on the alternate screen: what runs is drawn there, and keys go to it until Home leads back. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ShareInput, TerminalScreen } from '../../../protocol/terminal.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { expandChips } from '../input/chips.ts';
import { edit } from '../input/editor.ts';
import { createEditor, type EditorState, type EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import { createFrames } from '../screen/frames.ts';
import type { Size } from '../screen/screen.ts';
import type { ColorLevel, Theme } from '../screen/theme.ts';
import { createAlternateScreen } from './alternate-screen.ts';
import { innerSize } from './inner-size.ts';
import { layoutPanel } from './layout.ts';
import { readPanelKey } from './read-key.ts';

export interface PanelPorts {
  size(): Size;
  write(text: string): void;
  theme: Theme;
  level: ColorLevel;
  messages: ScreenWords;
  now(): number;
  press(state: EditorState, key: Key): EditResult;
  send(op: Op): void;
  /** The panel takes the screen, or gives it back. */
  taken(): void;
  released(): void;
}

export interface Panel {
  /** What has to do with programs. */
  event(event: Stamped): void;
  /** Something was said in the chat. */
  noteNews(): void;
  input(events: readonly KeyEvent[]): void;
  resized(): void;
  show(): void;
  hide(): void;
  readonly isShown: boolean;
  /** A program runs that can be shown. */
  readonly hasProgram: boolean;
}

interface Program {
  id: string;
  command: string;
  share: ShareInput;
  since: number;
  screen?: TerminalScreen;
}

/** Keys that were meant for the chat, when a model's program takes the screen, must not answer it. */
const SETTLE_MS = 400;
const TICK_MS = 1000;

export function createPanel(ports: PanelPorts): Panel {
  const { now, send } = ports;
  const programs = new Map<string, Program>();
  const screen = createAlternateScreen(ports.write);
  const frames = createFrames(draw);
  let current: string | undefined;
  let focus: 'terminal' | 'input' = 'terminal';
  let line = createEditor();
  let isShown = false;
  let hasNews = false;
  let readyAt = 0;
  let tick: NodeJS.Timeout | undefined;
  let settle: NodeJS.Timeout | undefined;

  return {
    event,
    noteNews() {
      if (!isShown || hasNews) return;
      hasNews = true;
      frames.soon();
    },
    input(events) {
      if (now() < readyAt) return;
      for (const each of events) if (isShown) take(each);
      if (isShown) frames.now();
    },
    resized() {
      if (!isShown) return;
      screen.forget();
      frames.now();
    },
    show,
    hide,
    get isShown() {
      return isShown;
    },
    get hasProgram() {
      return programs.size > 0;
    },
  };

  function event(received: Stamped): void {
    if (received.type === 'terminal-start') {
      const { id, command, share, by } = received;
      programs.set(id, { id, command, share, since: now() });
      if (isShown && by === 'model') return frames.soon(); // somebody is typing into another one
      current = id;
      focus = 'terminal';
      line = createEditor();
      if (by === 'model') settleFirst();
      show();
    } else if (received.type === 'terminal-screen') {
      const program = programs.get(received.id);
      if (program) program.screen = received.screen;
      if (isShown && received.id === current) frames.soon();
    } else if (received.type === 'terminal-end') end(received.id);
  }

  function settleFirst(): void {
    readyAt = now() + SETTLE_MS;
    clearTimeout(settle);
    settle = setTimeout(frames.soon, SETTLE_MS);
  }

  function end(id: string): void {
    programs.delete(id);
    if (id !== current) return;
    current = [...programs.keys()].at(-1);
    if (current === undefined) return hide();
    line = createEditor(); // what was typed so far was meant for the one that ended
    settleFirst();
    frames.soon();
  }

  function show(): void {
    if (current === undefined) return;
    if (!isShown) {
      isShown = true;
      hasNews = false;
      ports.taken();
      screen.enter();
      tick = setInterval(frames.soon, TICK_MS);
    }
    frames.now();
  }

  function hide(): void {
    if (!isShown) return;
    isShown = false;
    clearInterval(tick);
    clearTimeout(settle);
    screen.leave();
    ports.released();
  }

  function take(received: KeyEvent): void {
    const program = current === undefined ? undefined : programs.get(current);
    if (!program) return;
    const inner = innerSize(ports.size());
    const area = { row: 1, column: 1, ...inner };
    const isLineEmpty = line.text === '';
    const action = readPanelKey(received, { focus, isLineEmpty, screen: program.screen, area });
    switch (action.type) {
      case 'send':
        return sendTo(program, action.data);
      case 'edit':
        return editLine(program, action.key);
      case 'insert':
        line = edit(line, { type: 'insert', text: action.text }).state;
        return;
      case 'focus':
        focus = focus === 'terminal' ? 'input' : 'terminal';
        return;
      case 'chat':
        return hide();
      case 'scroll':
        return scroll(program, action.rows);
      case 'switch':
        return step(action.step);
      case 'none':
        return;
    }
  }

  function sendTo(program: Program, data: string): void {
    if ((program.screen?.back ?? 0) > 0) send({ type: 'terminal-scroll', id: program.id, back: 0 });
    send({ type: 'terminal-input', id: program.id, data });
  }

  /** Of what the line can ask for, only sending it means something here. */
  function editLine(program: Program, key: Key): void {
    const { state, effects } = ports.press(line, key);
    const before = line;
    line = state;
    for (const effect of effects) {
      if (effect.type !== 'submit' && effect.type !== 'submit-blank') continue;
      const text = effect.type === 'submit' ? expandChips(before.text, before.pastes) : '';
      line = createEditor(); // what was typed is not kept: it may have been a password
      sendTo(program, `${text.replaceAll('\n', '\r')}\r`);
    }
  }

  function scroll(program: Program, rows: number): void {
    const { back = 0, scrollback = 0 } = program.screen ?? {};
    const wanted = Math.max(0, Math.min(scrollback, back + rows));
    if (wanted === back) return;
    if (program.screen) program.screen = { ...program.screen, back: wanted }; // further keys count from there
    send({ type: 'terminal-scroll', id: program.id, back: wanted });
  }

  function step(by: 1 | -1): void {
    const ids = [...programs.keys()];
    const at = current === undefined ? -1 : ids.indexOf(current);
    current = ids[(at + by + ids.length) % ids.length];
    line = createEditor();
  }

  function draw(): void {
    const program = current === undefined ? undefined : programs.get(current);
    if (!isShown || !program) return;
    const moment = {
      ...program,
      screen: program.screen,
      elapsedMs: now() - program.since,
      focus,
      line: { before: line.text.slice(0, line.cursor), after: line.text.slice(line.cursor) },
      settling: now() < readyAt,
      chatHasNews: hasNews,
    };
    screen.draw(layoutPanel(moment, ports.size(), ports));
  }
}
