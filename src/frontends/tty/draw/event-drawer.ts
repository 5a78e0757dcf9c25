/** Holds what is drawn of a conversation between two frames, and the lines that became final since the last one. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Line } from '../screen/spans.ts';
import { type Drawing, viewLines } from './draw-block.ts';
import { drawEvent } from './draw-event.ts';
import { add, beginInput, type Drawn, drawText, finishInput, openRows, openStream } from './stream-state.ts';

export interface EventDrawer {
  /** The person sent `input`; everything that follows belongs to it. */
  begin(input: string): void;
  push(event: Stamped, width: number): void;
  /** Adds lines of the front end itself, in order among the others. */
  add(lines: readonly Line[]): void;
  /** Returns the lines that became final since the last call. */
  take(width: number): Line[];
  live(width: number): Line[];
  /** The input has been dealt with: closes what is open and leaves a blank line. */
  finish(width: number): void;
  /** The question about a call has shown its whole change. */
  viewed(callId: string): void;
  /** Shows in full the content that was shortened last. Returns false if there is none. */
  showWhole(width: number): boolean;
  /** True if the input was a command that the person typed for the shell. */
  readonly isShellTurn: boolean;
  /** True if the input is answered in a turn, not by a command. */
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
