/** Which message is being dealt with, which ones wait, and how lines, keys and events change that. Pure. */

import type { Stamped } from '../../../protocol/event.ts';
import type { Op } from '../../../protocol/op.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';
import { type Message, type MessageQueue, takeSteerable } from './queue.ts';
import { followWork, startWork, type Work } from './work.ts';

export interface TurnsState {
  readonly queue: MessageQueue;
  /** Absent while nothing runs. */
  readonly work?: Work;
  readonly isCancelling: boolean;
  /** True if the engine has reported the cancelled turn. */
  readonly wasTold: boolean;
  /** How many commands run without showing their answers. */
  readonly quiet: number;
}

/** What the caller must do. */
export type TurnsEffect =
  | { type: 'run'; message: Message }
  /** Shows the message that goes to the running turn. */
  | { type: 'show-steered'; message: Message }
  | { type: 'send'; op: Op };

export interface TurnsResult {
  state: TurnsState;
  effects: TurnsEffect[];
}

/** How a message ended. */
interface Ended {
  state: TurnsState;
  wasCancelled: boolean;
  /** True if the person is not told yet that it was cancelled. */
  isUntold: boolean;
  tookMs: number;
}

export function createTurnsState(): TurnsState {
  return { queue: [], isCancelling: false, wasTold: false, quiet: 0 };
}

/** Runs the message now, or after the running one. */
export function submitMessage(state: TurnsState, message: Message, messages: ScreenWords, now: number): TurnsResult {
  return state.work ? result({ ...state, queue: [...state.queue, message] }) : run(state, message, messages, now);
}

/** Runs the oldest message that waits. */
export function runNext(state: TurnsState, messages: ScreenWords, now: number): TurnsResult {
  const [next, ...queue] = state.queue;
  return next ? run({ ...state, queue }, next, messages, now) : result(state);
}

/** Sends the oldest queued message to the running turn. */
export function steerTurn(state: TurnsState): TurnsResult {
  const { taken, left } = state.work ? takeSteerable(state.queue) : {};
  if (!taken || !left) return result(state);
  const op: Op = { type: 'steer', text: taken.text };
  return result({ ...state, queue: left }, { type: 'show-steered', message: taken }, { type: 'send', op });
}

/** Cancels the running turn; the queue is emptied, because its messages go back to the line. */
export function cancelWork(state: TurnsState, messages: ScreenWords): TurnsResult {
  const work = state.work && { ...state.work, what: messages.cancelling };
  const next = { ...state, queue: [], work, isCancelling: work !== undefined };
  return result(next, { type: 'send', op: { type: 'cancel' } });
}

/** `isShown`: false for the answer to a command that runs quietly. */
export function followEvent(
  state: TurnsState,
  event: Stamped,
  messages: ScreenWords,
): { state: TurnsState; isShown: boolean } {
  const isCancelled = event.type === 'turn-end' && event.reason === 'cancelled' && event.agent === undefined;
  const { work, isCancelling, quiet } = state;
  const next = {
    ...state,
    wasTold: state.wasTold || isCancelled,
    work: work && !isCancelling ? followWork(work, event, messages) : work,
  };
  const isAnswer = event.type === 'notice' && event.level === 'info';
  return { state: next, isShown: work !== undefined || quiet === 0 || !isAnswer };
}

/** The running message has been dealt with. The engine reports a cancelled turn itself, but not a cancel before or outside a turn. */
export function endWork(state: TurnsState, now: number): Ended {
  const { isCancelling: wasCancelled, wasTold, work } = state;
  return {
    state: { ...stopWork(state), isCancelling: false },
    wasCancelled,
    isUntold: wasCancelled && !wasTold,
    tookMs: work && !wasCancelled ? now - work.since : 0,
  };
}

export function stopWork(state: TurnsState): TurnsState {
  return { ...state, work: undefined };
}

function run(state: TurnsState, message: Message, messages: ScreenWords, now: number): TurnsResult {
  return result({ ...state, wasTold: false, work: startWork(messages.starting, now) }, { type: 'run', message });
}

function result(state: TurnsState, ...effects: TurnsEffect[]): TurnsResult {
  return { state, effects };
}
