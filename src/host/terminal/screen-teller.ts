/** Reports a program's screen to the person watching it: at most once per frame, at their scroll position. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { TerminalHand, TerminalScreen } from '../../protocol/terminal.ts';
import type { VtScreen } from './vt-screen.ts';

export interface ScreenTeller {
  /** Reports within a frame; several changes become one report. */
  soon(): void;
  now(): void;
  /** Scrolls to this many rows above the bottom. */
  scroll(back: number): void;
  /** Records whose keys came last. */
  typed(hand: TerminalHand): void;
  stop(): void;
}

interface TellerPorts {
  vt: Pick<VtScreen, 'view'>;
  isHidden(): boolean;
  readsKeys(): boolean;
  isAwaited(): boolean;
  isWatched(): boolean;
  tell(screen: TerminalScreen): void;
}

const FRAME_MS = 33;

export function createScreenTeller(ports: TellerPorts): ScreenTeller {
  const { vt, isWatched } = ports;
  let frame: NodeJS.Timeout | undefined;
  let lastTold = Number.NEGATIVE_INFINITY;
  let back = 0;
  let typedLast: TerminalHand | undefined;

  return {
    soon,
    now,
    scroll(wanted) {
      back = wanted;
      soon();
    },
    typed(hand) {
      typedLast = hand;
      soon();
    },
    stop: () => clearTimeout(frame),
  };

  function soon(): void {
    if (frame || !isWatched()) return;
    frame = setTimeout(now, Math.max(0, lastTold + FRAME_MS - elapsedMs()));
  }

  function now(): void {
    clearTimeout(frame);
    frame = undefined;
    lastTold = elapsedMs();
    const view = vt.view(back);
    back = view.back;
    ports.tell({
      ...view,
      hidden: ports.isHidden(),
      ...(ports.readsKeys() && { readsKeys: true }),
      ...(ports.isAwaited() && { awaited: true }),
      ...(typedLast && { typed: typedLast }),
    });
  }
}
