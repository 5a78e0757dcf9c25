import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { noTerminal, openCoder, type SentMessage } from '../fixtures/coder-terminal.ts';
import { call, D, H, HANG, type Script, say, status } from '../fixtures/model-server.ts';

const skip = noTerminal;
const CANCELS = Number(process.env.REPL_CANCELS ?? 3);
const SAID =
  /Cancelled by ESC\nStopped model stream and tool execution; todo state remains unchanged unless a tool had already completed\.\n/g;

interface State {
  name: string;
  mode?: string;
  answer: Script;
  shows: RegExp;
}

const STATES: readonly State[] = [
  { name: 'the model is silent', answer: [H, HANG], shows: /waiting for the model/ },
  { name: 'an answer streams', answer: [H, D({ content: 'first words' }), HANG], shows: /first words/ },
  {
    name: 'a tool runs',
    mode: 'yolo',
    answer: call('bash', { command: 'sleep 2719 & sleep 2719' }),
    shows: /bash sleep 2719 .*Esc to cancel/,
  },
  { name: 'an approval waits', answer: call('bash', { command: 'rm x' }), shows: /Allow\?/ },
  { name: 'a loop is asked about', answer: call('list', {}), shows: /the same call 5 times in a row/ },
  { name: 'a retry waits', answer: status(503, { 'Retry-After': '30' }, '{}'), shows: /Retry 1 of/ },
];

for (const { name, mode = 'build', answer, shows } of STATES) {
  test(`ESC-1 ESC-2 Esc while ${name} prints two lines and leaves no process and a valid history`, {
    skip,
  }, async () => {
    let next = answer;
    await using coder = await openCoder(() => next, { args: ['--mode', mode], columns: 120 });
    const { program } = coder;
    for (let round = 1; round <= CANCELS; round += 1) {
      program.write('\x0c'); // clears the screen, so that everything on it belongs to this turn
      await program.say(`go ${round}`);
      await program.until(() => shows.test(program.emulator.screen().join('\n')), String(shows));
      program.write('\x1b');
      await coder.prompted();
      assert.equal(program.emulator.screen().join('\n').match(SAID)?.length, 1);
    }
    assert.equal(sleeping(), 0);
    next = say('still here');
    await coder.turn('and now?');
    await coder.shows(/still here/);
    assertValid(coder.sent().at(-1) ?? []);
  });
}

test('QST-2 Esc dismisses the questions and tells the model, which then answers', { skip }, async () => {
  const questions = [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }];
  await using coder = await openCoder([call('question', { questions }), say('As you like.')], {
    args: ['--mode', 'plan'],
  });
  await coder.program.say('go');
  await coder.shows(/\[Question\] Which\?/);
  coder.program.write('\x1b');
  await coder.shows(/As you like\./);
  assert.match(JSON.stringify(coder.sent().at(-1)), /User dismissed the questions\./);
});

test('ESC-4 a job survives the first Esc and is named; the second Esc ends it', { skip }, async () => {
  const job = call('bash', { command: 'sleep 2720', background: true });
  await using coder = await openCoder([job, [H, D({ content: 'waiting for it' }), HANG], say('ok')], {
    args: ['--mode', 'yolo'],
    columns: 120,
  });
  await coder.program.say('start it');
  await coder.shows(/waiting for it/);
  coder.program.write('\x1b');
  await coder.shows(/Still running in the background: sleep 2720/);
  await coder.prompted();
  assert.equal(sleeping('2720'), 1);
  coder.program.write('\x1b');
  await coder.shows(/Ended background programs: sleep 2720/);
  await coder.program.until(
    () => !coder.program.text().trimEnd().split('\n').slice(-2).join().includes('1 job'),
    'no job',
  );
  assert.equal(sleeping('2720'), 0);
});

test('ESC-4 the receipt names the call that was stopped', { skip }, async () => {
  await using coder = await openCoder([call('bash', { command: 'sleep 2719' })], { args: ['--mode', 'yolo'] });
  await coder.program.say('go');
  await coder.shows(/bash sleep 2719 .*Esc to cancel/);
  coder.program.write('\x1b');
  await coder.shows(/Stopped: \[bash\] sleep 2719/);
});

test('IN-11 Esc returns queued messages to the input', { skip }, async () => {
  await using coder = await openCoder([[H, D({ content: 'on and on' }), HANG]]);
  await coder.program.say('go');
  await coder.shows(/on and on/);
  await coder.program.say('later');
  await coder.shows(/queued: later/);
  coder.program.write('\x1b');
  await coder.shows(/> later$/);
});

/** Asserts that every call of the model has a result, so that the history can be sent again. */
function assertValid(messages: readonly SentMessage[]): void {
  const asked = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
  const answered = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
  assert.deepEqual(answered.toSorted(), asked.toSorted());
}

function sleeping(seconds = '2719'): number {
  if (process.platform !== 'linux') return seconds === '2720' ? 1 : 0;
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8') === `sleep\0${seconds}\0`;
    } catch {
      return false; // no such process, or already ended
    }
  }).length;
}
