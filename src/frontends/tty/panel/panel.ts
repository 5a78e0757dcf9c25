/** Shows interactive programs on the alternate screen, and sends keys to them until Home leads back to the chat. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import type { EditorState, EditResult } from '../input/editor-state.ts';
import type { Key, KeyEvent } from '../input/key-event.ts';
import { createFrames } from '../screen/frames.ts';
import type { Size } from '../screen/screen.ts';
import type { ColorLevel, Theme } from '../screen/theme.ts';
import { createAlternateScreen } from './alternate-screen.ts';
import { isHome } from './home-key.ts';
import { layoutPanel } from './layout.ts';
import {
  createPanelState,
  currentProgram,
  followPrograms,
  hidePanel,
  noteNews,
  type PanelEffect,
  type PanelResult,
  pressInPanel,
  SETTLE_MS,
  showPanel,
} from './panel-state.ts';

export interface PanelPorts {
  size(): Size;
  write(text: string): void;
  theme: Theme;
  level: ColorLevel;
  messages: ScreenWords;
  now(): number;
  press(state: EditorState, key: Key): EditResult;
  send(op: Op): void;
  /** Called when the panel takes the screen; `released` when it gives it up. */
  taken(): void;
  released(): void;
}

export interface Panel {
  /** Takes an event about programs. */
  event(event: Stamped): void;
  /** Called when something was said in the chat. */
  noteNews(): void;
  input(events: readonly KeyEvent[]): void;
  resized(): void;
  show(): void;
  hide(): void;
  readonly isShown: boolean;
  /** True if a program runs that can be shown. */
  readonly hasProgram: boolean;
}

const TICK_MS = 1000;

export function createPanel(ports: PanelPorts): Panel {
  const { now } = ports;
  const screen = createAlternateScreen(ports.write);
  const frames = createFrames(draw);
  let state = createPanelState();
  let tick: NodeJS.Timeout | undefined;
  let settle: NodeJS.Timeout | undefined;

  return {
    event: (event) => take(followPrograms(state, event, now())),
    noteNews: () => take(noteNews(state)),
    input(events) {
      const isSettling = now() < state.readyAt;
      for (const event of events.filter((event) => !isSettling || isHome(event)))
        take(pressInPanel(state, event, { size: ports.size(), press: ports.press }));
      if (state.isShown) frames.now();
    },
    resized() {
      if (!state.isShown) return;
      screen.forget();
      frames.now();
    },
    show: () => take(showPanel(state)),
    hide: () => take(hidePanel(state)),
    get isShown() {
      return state.isShown;
    },
    get hasProgram() {
      return state.programs.size > 0;
    },
  };

  function take({ state: next, effects }: PanelResult): void {
    state = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: PanelEffect): void {
    switch (effect.type) {
      case 'send':
        return ports.send(effect.op);
      case 'enter':
        ports.taken();
        screen.enter();
        tick = setInterval(frames.soon, TICK_MS);
        return;
      case 'leave':
        clearInterval(tick);
        clearTimeout(settle);
        screen.leave();
        return ports.released();
      case 'draw-now':
        return frames.now();
      case 'draw-soon':
        return frames.soon();
      case 'draw-when-ready':
        clearTimeout(settle);
        settle = setTimeout(frames.soon, SETTLE_MS);
    }
  }

  function draw(): void {
    const program = currentProgram(state);
    if (!state.isShown || !program) return;
    const { focus, line, hasNews, readyAt } = state;
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
