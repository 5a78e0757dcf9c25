import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../src/protocol/message.ts';
import { openChat } from './chat.ts';

const REQUESTS = [
  'list files',
  'find *.ts',
  'search for x',
  'find where x is defined',
  'show a.ts',
  'explain a.ts',
  'explain this project',
  'create a.txt with x',
  'replace a with b in c.txt',
  'run ls',
  'run a.py',
  'run the tests',
  'plan how to add caching',
  'fix the failing test',
  'why does the test fail?',
  'list files, then create a.txt with x, then run ls',
  'ask me whether to use a or b',
];
const EVERY_TOOL = ['read', 'list', 'glob', 'grep', 'edit', 'write', 'bash', 'question'];

test('VER-5 TURN-10 when coder asks to continue or to fix after an answer, it says what was changed and ends', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'foo\n' } });
  await chat.say('把 a.txt 里的 foo 改成 bar');
  for (const said of ['Please continue.', 'Verification failed: `npm test` exited with 1.\n\nPlease fix the cause.'])
    assert.deepEqual(await chat.remark(said), {
      calls: [],
      text: '这个请求我能做的就这些（改动：`a.txt`）。如果之后的检查没有通过，可以说“修复失败的测试”让我看看。',
    });
});

test('CMD-1 a command typed by the person is not a request', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'hi\n' } });
  chat.messages.push({ role: 'user', content: [{ type: 'text', text: '! ls' }] });
  chat.messages.push({ role: 'note', text: '$ ls\nexit=0\na.txt', audience: 'both' });
  assert.match((await chat.say('show a.txt')).text, /^`a\.txt`, lines 1–1:/);
});

test('PRV-3 an error of several lines is quoted whole', async (t) => {
  const chat = await openChat(t, {
    intercept: ({ name }) => (name === 'list' ? { status: 'failed', error: 'first\nsecond' } : undefined),
  });
  assert.match((await chat.say('list files')).text, /\n\n> first\n> second$/);
});

test('TURN-9 whatever the tools answer, every request ends and no failing call is repeated', async (t) => {
  const outcomes: Outcome[] = [
    { status: 'failed', error: 'no such file: x' },
    { status: 'denied', error: 'Denied: rule' },
    { status: 'cancelled', error: 'Cancelled.' },
    { status: 'ok', result: {} },
    {
      status: 'ok',
      result: { content: 7, entries: 'x', matches: [null, 3, {}], exit_code: 'one', stdout: [], message: 1 },
    },
    {
      status: 'ok',
      result: {
        entries: [{ name: 'package.json' }],
        content: '{"scripts":{"test":"for (let i = 1; i < x.length - 1;"}}',
        exit_code: 1,
        stdout: 'at src/a.js:3:1',
        matches: ['src/a.js'],
      },
    },
  ];
  const bare = await openChat(t, { off: EVERY_TOOL });
  for (const text of REQUESTS)
    assert.ok(
      (await bare.say(text)).calls.every((call) => call.startsWith('todowrite')),
      text,
    );
  for (const outcome of outcomes) {
    const chat = await openChat(t, { intercept: () => outcome });
    for (const text of REQUESTS) {
      const { calls } = await chat.say(text);
      assert.ok(calls.length < 40, text);
      if (outcome.status !== 'ok') assert.equal(new Set(calls).size, calls.length, `${text}: ${calls.join('\n')}`);
    }
  }
});
