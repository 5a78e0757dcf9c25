import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { openChat } from './chat.ts';

test('PRV-3 a replacement in a file too long to be read at once tells the true number', async (t) => {
  const log = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${index % 2 === 0 ? 'even' : 'odd'}\n`);
  const chat = await openChat(t, { files: { 'big.log': `${log.join('')}only at the end\n` } });
  const { text } = await chat.say('replace even with EVEN in big.log');
  assert.match(text, /: 15000 places\. `\/undo` takes it back\.$/);
  assert.match((await chat.say('replace only with just in big.log')).text, /: 1 place\./);
  assert.match(await chat.text('big.log'), /just at the end/);
  assert.match((await chat.say('replace nowhere with here in big.log')).text, /^`nowhere` is not in `big\.log`/);
  const renamed = await chat.say('rename line to row in big.log');
  assert.match(renamed.text, /^`big\.log` is too long/);
  assert.deepEqual(
    renamed.calls.filter((call) => call.startsWith('edit')),
    [],
  );
});

test('PRV-3 what is there already is neither moved over nor copied over, and no folder is missing', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'dir/c.txt': 'c\n' } });
  const moved = await chat.say('rename a.txt to b.txt');
  assert.match(moved.text, /^`b\.txt` exists already, so I left both alone\.$/);
  assert.equal(await chat.text('b.txt'), 'b\n');
  assert.match((await chat.say('copy a.txt to deep/er/a.txt')).text, /^Copied/);
  assert.equal(await chat.text('deep/er/a.txt'), 'a\n');
  assert.match((await chat.say('move b.txt to dir')).text, /^Moved/);
  assert.equal(await chat.text('dir/b.txt'), 'b\n');
  assert.match((await chat.say('move nothing.txt to x.txt')).text, /^There is no `nothing\.txt`/);
});

test('PRV-3 nothing is deleted unless it is named', async (t) => {
  const chat = await openChat(t, { files: { 'src/a.txt': 'a\n', 'b.txt': 'b\n' } });
  for (const said of [
    'delete everything',
    'remove all files in src',
    'clean up this project',
    'delete the src folder',
    'rm -rf src',
    '删除所有文件',
    '删掉没用的文件',
    '清空这个目录',
  ]) {
    const { calls, text } = await chat.say(said);
    assert.deepEqual(calls, [], said);
    assert.match(text, /I delete only single files that you name|我只删除你点名的单个文件/, said);
  }
  assert.ok(existsSync(join(chat.root, 'src/a.txt')));
});

test('PRV-3 an empty folder is empty, whatever coder and git keep in it', async (t) => {
  const chat = await openChat(t);
  await mkdir(join(chat.root, '.coder'));
  await mkdir(join(chat.root, '.git'));
  assert.equal((await chat.say('what is here?')).text, 'This folder is empty.');
  assert.match((await chat.say('what does this project do?')).text, /^This folder is empty/);
});

test('PRV-3 a slip in a name is pointed out: read at once, changed only when named right', async (t) => {
  const chat = await openChat(t, { files: { 'package.json': '{}\n', 'src/date.ts': 'export {};\n' } });
  const read = await chat.say('show packge.json');
  assert.match(read.text, /^\(There is no `packge\.json`; this is `package\.json`\.\)\n\n`package\.json` — 1 line:/);
  const changed = await chat.say('append "x" to src/dates.ts');
  assert.match(changed.text, /^There is no `src\/dates\.ts`\. Did you mean `src\/date\.ts`\?$/);
});

test('PRV-3 a search without a hit is tried in any case', async (t) => {
  const chat = await openChat(t, { files: { 'a.ts': '// TODO: later\n' } });
  assert.match((await chat.say('find todos')).text, /^\*\*1 match\*\* for `todo` in any case in 1 file:/);
  assert.match((await chat.say('search for the word TODO in all files')).text, /^\*\*1 match\*\* for `TODO`/);
});

test('VER-5 PRV-3 when the check after a change fails, the answer still tells what was changed', async (t) => {
  const chat = await openChat(t, {
    files: { 'package.json': '{ "scripts": { "test": "node no-such-file.js" } }\n', 'a.txt': 'foo\n' },
  });
  await chat.say('replace foo with bar in a.txt');
  const { text } = await chat.remark('Auto verification failed: npm test (exit 1). Please fix it.');
  assert.match(text, /^Your request is done \(changed: `a\.txt`\), but the check after it failed\.\n\n/);
});

test('PRV-3 an error of several lines is quoted whole', async (t) => {
  const chat = await openChat(t, {
    files: { 'a.txt': 'a\n' },
    intercept: ({ name }) => (name === 'read' ? { status: 'failed', error: 'first\nsecond' } : undefined),
  });
  assert.match((await chat.say('show a.txt')).text, /\n\n> first\n> second$/);
});
