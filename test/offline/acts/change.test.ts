import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Outcome } from '../../../src/protocol/message.ts';
import { openChat } from '../chat.ts';

const DENIED: Outcome = { status: 'denied', error: 'The user refused: use pnpm instead' };

test('PRV-3 it creates, runs and shows, one step after the other', async (t) => {
  const chat = await openChat(t);
  const { calls, text } = await chat.say('create hello.sh that says "hi there", then run it');
  assert.deepEqual(calls, [
    `write ${JSON.stringify({ path: 'hello.sh', content: "#!/bin/sh\nprintf '%s\\n' 'hi there'\n" })}`,
    'bash {"command":"sh hello.sh"}',
  ]);
  assert.match(text, /\*\*2\. run it\*\*\n\n✓ `sh hello\.sh` — exit code 0, [\d.]+ s\.\n\n```\nhi there\n```$/);
  assert.match((await chat.say('show it')).text, /^`hello\.sh`, lines 1–2:/);
});

test('PRV-3 "create" does not overwrite an existing file, whether it was read before or not', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'mine\n' } });
  const unread = await chat.say('create a.txt with hi');
  assert.deepEqual(unread.calls, ['write {"path":"a.txt","content":"hi\\n"}', 'read {"path":"a.txt","limit":1}']);
  assert.equal(unread.text, '`a.txt` exists already, so I left it alone.');
  const { calls, text } = await chat.say('创建 a.txt 内容为 hi');
  assert.deepEqual(calls, ['read {"path":"a.txt","limit":1}']);
  assert.equal(text, '`a.txt` 已经存在，我没有动它。');
  assert.equal(await chat.text('a.txt'), 'mine\n');
});

test('PRV-3 it replaces text, reports how often, and changes nothing on a guess', async (t) => {
  const chat = await openChat(t, { files: { 'a.js': 'sum = sum + 1;\n', 'src/b.js': 'x();\n' } });
  assert.equal(
    (await chat.say('replace sum with total in a.js')).text,
    'Replaced `sum` with `total` in `a.js`: 2 places. `/undo` reverts it.',
  );
  assert.equal(await chat.text('a.js'), 'total = total + 1;\n');
  assert.match((await chat.say('把 a.js 里的 total 改成 n')).text, /^已在 `a\.js` 中把 `total` 改成 `n`：2 处。/);
  const missing = await chat.say('replace TOTAL with y in a.js');
  assert.deepEqual(missing.calls, ['read {"path":"a.js"}']);
  assert.equal(missing.text, '`TOTAL` does not occur in `a.js`, spelled like this. Nothing was changed.');
  const guessed = await chat.say('replace x with y in b.js');
  assert.equal(guessed.text, 'There is no `b.js`; my guess is `src/b.js`. Nothing was changed.');
  assert.equal(await chat.text('src/b.js'), 'x();\n');
});

test('PRV-3 a replacement in a file too long to read at once reports the true number', async (t) => {
  const log = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${index % 2 === 0 ? 'even' : 'odd'}\n`);
  const chat = await openChat(t, { files: { 'big.log': `${log.join('')}only at the end\n` } });
  assert.match((await chat.say('replace even with EVEN in big.log')).text, /: 15000 places\./);
  assert.match((await chat.say('replace only with just in big.log')).text, /: 1 place\./);
  assert.match((await chat.say('replace nowhere with here in big.log')).text, /^`edit big\.log` did not work:/);
});

test('PRV-3 a key of a settings file is not replaced in place of its value', async (t) => {
  const json = '{\n  "version": "0.1.0"\n}\n';
  const chat = await openChat(t, { files: { 'package.json': json, 'a.yaml': 'port: 80\n' } });
  assert.match((await chat.say('change version to 2 in package.json')).text, /is a key in .* Nothing was changed\.$/);
  assert.match((await chat.say('把 a.yaml 里的 port 改成 90')).text, /是 `a\.yaml` 中的键/);
  assert.equal(await chat.text('package.json'), json);
  await chat.say('replace 0.1.0 with 0.2.0 in package.json');
  assert.equal(await chat.text('package.json'), '{\n  "version": "0.2.0"\n}\n');
});

test('PRV-3 APR-1 a refusal is reported as it is, and nothing else is tried', async (t) => {
  const chat = await openChat(t, { intercept: ({ name }) => (name === 'write' ? DENIED : undefined) });
  const { calls, text } = await chat.say('create a.txt with hi, then run cat a.txt');
  assert.deepEqual(calls, ['write {"path":"a.txt","content":"hi\\n"}']);
  assert.match(
    text,
    /`write a\.txt` was not allowed, and I did not work around it:\n\n> The user refused: use pnpm instead\n\nI stopped there\. Not done:\n\n- run cat a\.txt$/,
  );
  assert.equal(existsSync(join(chat.root, 'a.txt')), false);
});

test('MODE-3 without edit and write it says so, and changes nothing', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'foo\n' }, off: ['edit', 'write'] });
  const { calls, text } = await chat.say('replace foo with bar in a.txt');
  assert.deepEqual(calls, ['read {"path":"a.txt"}']);
  assert.match(text, /^I cannot change files in this mode, and nothing was changed: .*`\/build`/);
  assert.match((await chat.say('创建 b.txt 内容为 hi')).text, /^当前模式不能修改文件，未做任何修改/);
});
