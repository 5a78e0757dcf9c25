/** Remembers when a program was last active, and how far its output was seen by the model. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { TerminalHand } from '../../protocol/terminal.ts';
import type { Mark, VtScreen } from './vt-screen.ts';

export interface OutputMarks {
  /** When something was last printed or typed, on the clock of `performance`. */
  readonly lastActivity: number;
  /** True if something was printed since either mark was moved. */
  readonly hasOutput: boolean;
  printed(): void;
  typed(hand: TerminalHand): void;
  /** Marks everything printed so far as known. */
  markSeen(): void;
  /** What was printed since `markSeen`. */
  unseen(): string;
  /** What was printed since the model last typed. */
  sinceTyped(): string;
}

/** `started` is the start time on the clock of `performance`. */
export function createOutputMarks(vt: Pick<VtScreen, 'mark' | 'textSince'>, started: number): OutputMarks {
  let seenMark = vt.mark();
  let typedMark = vt.mark();
  let hasOutput = false;
  let lastActivity = started;

  function move(mark: Mark): Mark {
    mark.line?.dispose();
    hasOutput = false;
    return vt.mark();
  }

  return {
    get lastActivity() {
      return lastActivity;
    },
    get hasOutput() {
      return hasOutput;
    },
    printed() {
      lastActivity = elapsedMs();
      hasOutput = true;
    },
    typed(hand) {
      lastActivity = elapsedMs();
      if (hand === 'model') typedMark = move(typedMark);
    },
    markSeen() {
      seenMark = move(seenMark);
    },
    unseen: () => vt.textSince(seenMark),
    sinceTyped: () => vt.textSince(typedMark),
  };
}
