/** Keeps what is drawn of a conversation between two frames, and the lines that are final since the last one. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Line } from '../screen/spans.ts';
import { type Drawing, viewLines } from './draw-block.ts';
import { drawEvent } from './draw-event.ts';
import { add, beginInput, type Drawn, drawText, finishInput, openRows, openStream } from './stream-state.ts';

export interface EventDrawer {
  /** The person sent this: what follows belongs to it. */
  begin(input: string): void;
  push(event: Stamped, width: number): void;
  /** Lines of the front end's own, in their place among the others. */
  add(lines: readonly Line[]): void;
  /** The lines that are final since the last time. */
  take(width: number): Line[];
  live(width: number): Line[];
  /** What was sent has been dealt with: closes what is open and leaves a blank line. */
  finish(width: number): void;
  /** The change of a call was shown whole by its question. */
  viewed(callId: string): void;
  /** Shows what was shortened last, whole; false where nothing was. */
  showWhole(width: number): boolean;
  /** What was sent is a command of the person's own. */
  readonly isShellTurn: boolean;
  /** What was sent is answered in a turn, as opposed to a command. */
  readonly isTurn: boolean;
}

export function createEventDrawer(drawing: Drawing): EventDrawer {
  let state = openStream();
  let out: Line[] = [];

  return {
    begin(input) {
      state = beginInput(state, input);
    },
    push: (event, width) => keep(drawEvent(state, event, { ...drawing, width })),
    add: (lines) => keep(add(state, lines)),
    take(width) {
      keep(drawText(state, { ...drawing, width }));
      const lines = out;
      out = [];
      return lines;
    },
    live: (width) => openRows(state, { ...drawing, width }),
    finish: (width) => keep(finishInput(state, { ...drawing, width })),
    viewed(callId) {
      if (drawing.style.approvals !== 'live') return;
      state = { ...state, shownChanges: new Set([...state.shownChanges, callId]) };
    },
    showWhole(width) {
      const { shortened } = state;
      if (!shortened) return false;
      const lines = viewLines(shortened, 'secondary', width, drawing);
      keep(add(state, [...lines, ...(state.isTurn ? [] : [[]])]));
      return true;
    },
    get isShellTurn() {
      return state.sent === 'shell';
    },
    get isTurn() {
      return state.isTurn;
    },
  };

  function keep(drawn: Drawn): void {
    for (;;) {
      const step = drawn.next();
      if (step.done) {
        state = step.value;
        return;
      }
      out.push(step.value);
    }
  }
}
