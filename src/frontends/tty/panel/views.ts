/** Decides whether the chat or a program draws and gets the keys, on one terminal. Loads the panel with the first program. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { KeyEvent } from '../input/key-event.ts';
import type { Size } from '../screen/screen.ts';
import { isHome } from './home-key.ts';
import { innerSize } from './inner-size.ts';
import type { Panel } from './panel.ts';

/** The part of the conversation that concerns the panel. */
interface Chat {
  input(events: readonly KeyEvent[]): void;
  event(event: Stamped): void;
  resized(): void;
  pause(): void;
  resume(): void;
}

export interface ViewPorts {
  chat: Chat;
  size(): Size;
  send(op: Op): void;
  loadPanel(give: { send(op: Op): void; taken(): void; released(): void }): Promise<Panel>;
}

export interface Views {
  input(events: readonly KeyEvent[]): void;
  event(event: Stamped): void;
  resized(): void;
  /** Called once the engine is ready; from then on it reports what programs show. */
  start(): void;
  /** Returns to the chat, before the front end ends. */
  leave(): void;
}

export function createViews({ chat, size, send, loadPanel }: ViewPorts): Views {
  const questions = new Set<string>();
  let panel: Panel | undefined;
  let loading: Promise<Panel> | undefined;
  let isAside = false;

  return {
    input(events) {
      if (!panel?.hasProgram) return chat.input(events);
      for (const event of events) {
        if (panel?.isShown) panel.input([event]);
        else if (isHome(event) && panel?.hasProgram && questions.size === 0) panel.show();
        else chat.input([event]);
      }
    },
    event(event) {
      chat.event(event);
      follow(event);
    },
    resized() {
      announce();
      if (panel?.isShown) panel.resized();
      else chat.resized();
    },
    start: announce,
    leave: () => panel?.hide(),
  };

  function announce(): void {
    send({ type: 'terminal-resize', ...innerSize(size()) });
  }

  function follow(event: Stamped): void {
    switch (event.type) {
      case 'terminal-start':
      case 'terminal-screen':
      case 'terminal-end':
        if (panel) return tell(panel, event);
        loading ??= loadPanel({ send, taken: chat.pause, released: chat.resume });
        // Events that arrive while the panel loads follow in order.
        void loading.then((loaded) => {
          panel = loaded;
          tell(loaded, event);
        });
        return;
      case 'request-start':
        questions.add(event.request.id);
        if (!panel?.isShown) return;
        isAside = true; // the chat shows the question
        return panel.hide();
      case 'request-end':
        questions.delete(event.id);
        if (questions.size > 0 || !isAside) return;
        isAside = false;
        return panel?.show();
      case 'message-end':
        return event.message.role === 'assistant' ? panel?.noteNews() : undefined;
      default:
        return;
    }
  }

  /** A program that starts while a question is open is shown after the answer. */
  function tell(loaded: Panel, event: Stamped): void {
    loaded.event(event);
    if (questions.size === 0 || !loaded.isShown) return;
    isAside = true;
    loaded.hide();
  }
}
