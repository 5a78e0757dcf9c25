import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { asksForVerification } from '../../../src/core/verify/asked.ts';
import { writeDemoProject } from '../../../src/frontends/demo/project.ts';
import { loadWords } from '../../../src/words/words.ts';
import { lacks } from '../../fixtures/programs.ts';
import { openChat } from '../../offline/chat.ts';

const skip = lacks('npm');

/** The names of the tools called, in order. */
const STORY = [
  'todowrite',
  'list',
  'read',
  'bash',
  'todowrite',
  'glob',
  'read',
  'read',
  'todowrite',
  'edit',
  'todowrite',
  'bash',
  'todowrite',
];

for (const [lang, answer] of [
  ['en', /^\*\*Fixed\.\*\* `npm test` passes now \(3 passed, 0 failed\)\./],
  ['zh-CN', /^\*\*已修复。\*\*`npm test` 现在通过（3 个通过，0 个失败）。/],
] as const) {
  test(`CLI-7 the offline model takes the demo from a failing to a passing test: ${lang}`, { skip }, async (t) => {
    const chat = await openChat(t, lang === 'en' ? { realNpm: true } : {});
    await writeDemoProject(chat.root);
    const { prompt } = (await loadWords(lang)).demo;
    assert.ok(asksForVerification(prompt), 'the demo continues with automatic verification');
    const before = await chat.text('src/receipt.js');
    const { calls, text } = await chat.say(prompt);

    assert.deepEqual(
      calls.map((call) => call.split(' ')[0]),
      STORY,
    );
    assert.match(text, answer);
    const changed = before.replace('items.length - 1', 'items.length');
    assert.notEqual(changed, before);
    assert.equal(await chat.text('src/receipt.js'), changed);
    assert.deepEqual(
      chat.todos.at(-1)?.map(({ status }) => status),
      ['completed', 'completed', 'completed', 'completed'],
    );
  });
}

test('CLI-7 VER-2 the test of the demo fails, and also ends if a check appends --watch=false', { skip }, async (t) => {
  const chat = await openChat(t);
  await writeDemoProject(chat.root);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync('npm', ['test', '--', '--watch=false'], {
    cwd: chat.root,
    env,
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.equal(status, 1);
  assert.match(stdout, /every item counts/);
});
