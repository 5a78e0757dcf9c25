import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { openChat } from '../chat.ts';

const FILES = {
  'README.md': '# Shop\n',
  'package.json': '{}\n',
  'src/cart.js': 'export function add(cart, item) {\n  return [...cart, item];\n}\n\nadd([], 1);\n',
  'src/deep/util.js': 'export const util = 1; // TODO\n',
};

test('PRV-3 it lists, finds and searches, and answers from the results', async (t) => {
  const chat = await openChat(t, { files: FILES });
  assert.deepEqual(await chat.say('list files'), {
    calls: ['list {}'],
    text: '**1 folder, 2 files** in this folder:\n\n- `src/`\n- `README.md`\n- `package.json`',
  });
  const found = await chat.say('找出所有 js 文件');
  assert.deepEqual(found.calls, ['glob {"pattern":"**/*.js"}']);
  assert.match(found.text, /^这个项目中有 \*\*2 个文件\*\*匹配 `\*\*\/\*\.js`：\n\n- `src\//);
  assert.deepEqual(await chat.say('search for "TODO" in src/deep'), {
    calls: ['grep {"pattern":"TODO","path":"src/deep"}'],
    text: '**1 line** in `src/deep` with `TODO`:\n\n- `src/deep/util.js:1` `export const util = 1; // TODO`',
  });
  assert.match((await chat.say('search for a.b(c')).text, /^`a\.b\(c` does not occur in this project/);
  assert.match((await chat.say('find *.rs')).text, /^No file in this project matches `\*\*\/\*\.rs`\.$/);
});

test('PRV-3 a definition is found by its appearance, and presented as such; without one, mentions are shown', async (t) => {
  const chat = await openChat(t, { files: FILES });
  assert.equal(
    (await chat.say('find where add is defined')).text,
    'By its looks, `add` is defined here:\n\n- `src/cart.js:1` `export function add(cart, item) {`',
  );
  const { calls, text } = await chat.say('cart 在哪里定义？');
  assert.equal(calls.length, 2);
  assert.match(text, /^没有看到像是定义 `cart` 的行。\n\n这个项目中有 \*\*2 行\*\*包含 `cart`：/);
});

test('PRV-3 an empty folder is empty, whatever coder and git keep in it', async (t) => {
  const chat = await openChat(t);
  await mkdir(join(chat.root, '.coder'));
  await mkdir(join(chat.root, '.git'));
  assert.equal((await chat.say('what is here?')).text, 'There is nothing in this folder.');
  assert.equal((await chat.say('这个项目是做什么的？')).text, '当前目录是空的。');
});
