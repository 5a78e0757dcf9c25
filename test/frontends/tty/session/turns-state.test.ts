import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cancelWork,
  createTurnsState,
  endWork,
  followEvent,
  runNext,
  steerTurn,
  submitMessage,
  type TurnsResult,
  type TurnsState,
} from '../../../../src/frontends/tty/session/turns-state.ts';
import type { Event, Stamped } from '../../../../src/protocol/event.ts';
import { NO_USAGE } from '../../../../src/protocol/message.ts';
import { en } from '../../../../src/words/en.ts';

const words = en.screen;
const START = 1000;

const message = (text: string) => ({ text, shown: text });
const queued = ({ queue }: TurnsState): string[] => queue.map(({ text }) => text);
const told = ({ effects }: TurnsResult): string[] =>
  effects.map((effect) =>
    effect.type === 'send' ? `send ${effect.op.type}` : `${effect.type} ${effect.message.text}`,
  );

/** The state after these messages were submitted one after the other. */
function submitted(...texts: string[]): TurnsState {
  return texts.reduce((state, text) => submitMessage(state, message(text), words, START).state, createTurnsState());
}

function stamped(event: Event): Stamped {
  return { ...event, seq: 0, at: 0 };
}

/** Each row: what is done in which state, what the caller must then do, what waits, and whether something runs. */
const ROWS: [string, TurnsResult, string[], string[], boolean][] = [
  ['the first message runs', submitMessage(createTurnsState(), message('a'), words, START), ['run a'], [], true],
  ['another one waits', submitMessage(submitted('a'), message('b'), words, START), [], ['b'], true],
  ['the oldest that waits runs next', runNext(submitted('a', 'b', 'c'), words, START), ['run b'], ['c'], true],
  ['nothing runs if nothing waits', runNext(createTurnsState(), words, START), [], [], false],
  ['steering sends the oldest', steerTurn(submitted('a', 'b', 'c')), ['show-steered b', 'send steer'], ['c'], true],
  ['steering leaves commands', steerTurn(submitted('a', '/x', 'b')), ['show-steered b', 'send steer'], ['/x'], true],
  ['only commands wait', steerTurn(submitted('a', '/x', '! ls')), [], ['/x', '! ls'], true],
  ['there is no turn to steer', steerTurn({ ...submitted('a', 'b'), work: undefined }), [], ['b'], false],
  ['cancelling empties the queue', cancelWork(submitted('a', 'b'), words), ['send cancel'], [], true],
  ['cancelling at rest ends jobs', cancelWork(createTurnsState(), words), ['send cancel'], [], false],
];

for (const [name, step, effects, waiting, isWorking] of ROWS) {
  test(`IN-11 messages and the turn: ${name}`, () => {
    assert.deepEqual([told(step), queued(step.state), step.state.work !== undefined], [effects, waiting, isWorking]);
  });
}

test('ESC-1 while a turn is being cancelled, events do not change what the live line says', () => {
  const { state } = cancelWork(submitted('a'), words);
  assert.deepEqual([state.isCancelling, state.work?.what], [true, words.cancelling]);
  const delta = stamped({ type: 'text-delta', text: 'late' });
  assert.equal(followEvent(state, delta, words).state.work?.what, words.cancelling);
  assert.equal(followEvent(submitted('a'), delta, words).state.work?.what, words.answering);
  assert.equal(cancelWork(createTurnsState(), words).state.isCancelling, false);
});

test('ESC-1 a cancelled message is reported once: by the engine, or here if there was no turn to report', () => {
  const end: Event = { type: 'turn-end', turn: 't', reason: 'cancelled', usage: NO_USAGE };
  const cancelled = cancelWork(submitted('a'), words).state;
  const reported = followEvent(cancelled, stamped(end), words).state;
  const reportedByAgent = followEvent(cancelled, { ...stamped(end), agent: 'sub' }, words).state;
  const rows: [TurnsState, boolean, boolean, number][] = [
    [submitted('a'), false, false, 500],
    [cancelled, true, true, 0],
    [reported, true, false, 0],
    [reportedByAgent, true, true, 0],
  ];
  for (const [state, wasCancelled, isUntold, tookMs] of rows) {
    const { state: after, ...ended } = endWork(state, START + 500);
    assert.deepEqual(ended, { wasCancelled, isUntold, tookMs });
    assert.deepEqual([after.work, after.isCancelling], [undefined, false]);
  }
});

test('IN-4 the answer to a command that runs quietly is not shown, unless it is a warning or something else runs', () => {
  const quiet = { ...createTurnsState(), quiet: 1 };
  const info = stamped({ type: 'notice', level: 'info', view: { title: 'mode: plan' } });
  const warning = stamped({ type: 'notice', level: 'warn', view: { title: 'no such mode' } });
  const isShown = (state: TurnsState, event: Stamped) => followEvent(state, event, words).isShown;
  assert.deepEqual(
    [isShown(quiet, info), isShown(quiet, warning), isShown({ ...submitted('a'), quiet: 1 }, info)],
    [false, true, true],
  );
  assert.equal(isShown(createTurnsState(), info), true);
});
