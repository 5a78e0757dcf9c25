import assert from 'node:assert/strict';
import test from 'node:test';
import type { Intent } from '../../src/offline/intent.ts';
import { understand } from '../../src/offline/understand.ts';
import { openChat } from './chat.ts';

/** As people type: in haste, politely, with slips, with names that have spaces. */
const MEANT: Readonly<Record<string, Intent | readonly Intent[]>> = {
  helo: { kind: 'greet' },
  'hi there!!': { kind: 'greet' },
  'whats in here': { kind: 'list' },
  'list teh files': { kind: 'list' },
  'lsit the files': { kind: 'list' },
  'shwo me README.md': { kind: 'read', path: 'README.md' },
  'serach for TODO': { kind: 'search', text: 'TODO' },
  'run the tets': { kind: 'run-script', script: 'test' },
  'what can u do': { kind: 'help' },
  'how do i use this thing': { kind: 'help' },
  'i dont understand': { kind: 'help' },
  'are you chatgpt?': { kind: 'about' },
  "Could you kindly have a look at what's inside the src directory?": { kind: 'list', path: 'src' },
  'pls take a look at README.md': { kind: 'read', path: 'README.md' },
  'show Meeting Notes/2024 plan.txt': { kind: 'read', path: 'Meeting Notes/2024 plan.txt' },
  'list the files in Meeting Notes': { kind: 'list', path: 'Meeting Notes' },
  'fix the typo in guide/install.md: instaler should be installer': {
    kind: 'replace',
    from: 'instaler',
    to: 'installer',
    words: false,
    path: 'guide/install.md',
    scope: 'file',
  },
  'no thanks': { kind: 'no' },
  stop: { kind: 'no' },
  算了: { kind: 'no' },
  'why?': { kind: 'why' },
  '为什么？': { kind: 'why' },
  "that's wrong": { kind: 'slash', command: '/undo' },
  撤销刚才的修改: { kind: 'slash', command: '/undo' },
  '创建一个文件夹 demo，在里面新建 a.txt 写入 你好': [
    { kind: 'make-folder', path: 'demo' },
    { kind: 'create', path: 'demo/a.txt', content: '你好' },
  ],
  'make a folder called demo and create a.txt in it': [
    { kind: 'make-folder', path: 'demo' },
    { kind: 'create', path: 'demo/a.txt' },
  ],
  'delte src/a.ts': { kind: 'unknown', text: 'delte src/a.ts' },
};

test('PRV-3 haste, politeness and slips of the finger are understood; a slip deletes nothing', () => {
  for (const [said, meant] of Object.entries(MEANT)) {
    assert.deepEqual(understand(said), Array.isArray(meant) ? meant : [meant], said);
  }
});

test('PRV-3 "why?" is about what happened last', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{ "scripts": { "test": "node --test a.test.mjs" } }\n',
      'add.mjs': 'export const add = (a, b) => a - b;\n',
      'a.test.mjs':
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { add } from './add.mjs';\ntest('adds', () => assert.equal(add(1, 2), 3));\n",
    },
    intercept: ({ name, arguments: json }) =>
      name === 'bash' && json.includes('rm') ? { status: 'denied', error: 'The user refused' } : undefined,
  });
  assert.match((await chat.say('why?')).text, /^Nothing has happened yet/);
  await chat.say('run the tests');
  assert.match((await chat.say('why?')).text, /expected `3` and got `-1`/);
  await chat.say('delete add.mjs');
  assert.match((await chat.say('why?')).text, /^Since this was not allowed:\n\n> The user refused/);
});

test('PRV-3 "run it" without a file runs the project', async (t) => {
  const chat = await openChat(t, { files: { 'main.py': 'print("hi")\n', 'README.md': '# Hi\n' } });
  await chat.say('show README.md');
  assert.deepEqual((await chat.say('run it')).calls, ['list {}', 'bash {"command":"python3 main.py"}']);
});

test('PRV-3 what is beyond rules is said to be, shortly and in kind', async (t) => {
  const chat = await openChat(t);
  const work = await chat.say('write me a REST API with auth and a database');
  assert.match(work.text, /^That takes a real model: I am the offline model and only follow rules\..*`plan how to /s);
  const question = await chat.say("what's the difference between let and const");
  assert.match(question.text, /^I cannot answer that: /);
  assert.ok(question.text.length < 400, question.text);
  assert.match((await chat.say('讲个笑话')).text, /^这需要真正的模型/);
  assert.match((await chat.say('asdfghjkl')).text, /^I did not understand “asdfghjkl”/);
});
