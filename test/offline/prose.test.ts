import assert from 'node:assert/strict';
import test from 'node:test';
import type { Intent } from '../../src/offline/intent.ts';
import { understand } from '../../src/offline/understand.ts';
import { openChat } from './chat.ts';

/** What only describes something, and what it must not be taken for: text to write, a command to run, a message. */
const MEANT: Readonly<Record<string, Intent>> = {
  'add a function addDays to src/date.ts': { kind: 'add-code', path: 'src/date.ts', about: 'function addDays' },
  'add a function that adds two numbers to src/date.ts': {
    kind: 'add-code',
    path: 'src/date.ts',
    about: 'function that adds two numbers',
  },
  'add a subtract function to calc/core.py': { kind: 'add-code', path: 'calc/core.py', about: 'subtract function' },
  'add a function called shout to it': { kind: 'add-code', about: 'function called shout' },
  '在 src/date.ts 里加一个函数 addDays': { kind: 'add-code', path: 'src/date.ts', about: '一个函数 addDays' },
  'add "a function" to notes.txt': { kind: 'insert', path: 'notes.txt', text: 'a function', where: 'end' },
  'add a section "Parking" to README.md': { kind: 'insert', path: 'README.md', text: '\n## Parking', where: 'end' },
  '在 README.md 里加一个章节 “停车”': { kind: 'insert', path: 'README.md', text: '\n## 停车', where: 'end' },
  'add a comment at the top of src/main.ts saying entry point': {
    kind: 'insert',
    path: 'src/main.ts',
    text: '// entry point',
    where: 'start',
  },
  'write a haiku into poem.txt': { kind: 'create', path: 'poem.txt', about: 'a haiku' },
  'write "a haiku" into poem.txt': { kind: 'create', path: 'poem.txt', content: 'a haiku' },
  'create notes.md with a list of todos': { kind: 'create', path: 'notes.md', about: 'a list of todos' },
  'create a.txt with "a list of todos"': { kind: 'create', path: 'a.txt', content: 'a list of todos' },
  'change the version to 0.2.0 in package.json': {
    kind: 'set-value',
    key: 'version',
    value: '0.2.0',
    path: 'package.json',
  },
  'set the description in package.json to "Dates"': {
    kind: 'set-value',
    key: 'description',
    value: 'Dates',
    path: 'package.json',
  },
  'set port to 8080 in config.yaml': { kind: 'set-value', key: 'port', value: '8080', path: 'config.yaml' },
  '把 package.json 的 version 改成 0.2.0': {
    kind: 'set-value',
    key: 'version',
    value: '0.2.0',
    path: 'package.json',
  },
  commit: { kind: 'commit' },
  'commit this': { kind: 'commit' },
  'commit everything please': { kind: 'commit' },
  提交代码: { kind: 'commit' },
  'commit all changes with message "more"': { kind: 'commit', message: 'more' },
  'commit: add more': { kind: 'commit', message: 'add more' },
  'commit "add more"': { kind: 'commit', message: 'add more' },
  'commit only README.md': { kind: 'commit' },
  '提交，信息是 修复范围': { kind: 'commit', message: '修复范围' },
  提交这个文件: { kind: 'commit' },
  'npm test is failing, whats wrong?': { kind: 'fix-tests', repair: false },
  'make index.js print hello': { kind: 'unknown', text: 'make index.js print hello' },
  'node is not working': { kind: 'unknown', text: 'node is not working' },
  'run the thing with the flag': { kind: 'unknown', text: 'run the thing with the flag' },
  'which version of node do i have': { kind: 'run', command: 'node --version' },
  'is pytest installed?': { kind: 'run', command: 'pytest --version' },
  'node 是什么版本': { kind: 'run', command: 'node --version' },
  'what time is it?': { kind: 'run', command: 'date' },
  'echo this is it': { kind: 'run', command: 'echo this is it' },
  'run it again': { kind: 'run-file' },
  再运行一次: { kind: 'run-file' },
  'convert index.js to typescript': { kind: 'unknown', text: 'convert index.js to typescript' },
};

test('PRV-3 what describes a thing is never written, run or committed as if it were the thing', () => {
  for (const [said, meant] of Object.entries(MEANT)) assert.deepEqual(understand(said), [meant], said);
});

test('PRV-3 a function is added where it is known, is a marked beginning where only its name is, else nothing is written', async (t) => {
  const chat = await openChat(t, {
    files: { 'a.ts': 'export const one = 1;\n', 'core.py': 'def add(a, b):\n    return a + b\n' },
  });
  assert.match((await chat.say('add a function that adds two numbers to a.ts')).text, /^Added `add` to `a\.ts`/);
  assert.equal(
    await chat.text('a.ts'),
    'export const one = 1;\n\nexport function add(a: number, b: number) {\n  return a + b;\n}\n',
  );
  const named = await chat.say('add a function addDays to a.ts');
  assert.match(named.text, /only a beginning/);
  assert.match(await chat.text('a.ts'), /export function addDays\(\) \{\n {2}throw new Error/);
  await chat.say('add a subtract function to core.py');
  assert.equal(
    await chat.text('core.py'),
    'def add(a, b):\n    return a + b\n\n\ndef subtract(a, b):\n    return a - b\n',
  );
  const twice = await chat.say('add a function add to core.py');
  assert.match(twice.text, /^`core\.py` has `add` already/);
  const before = await chat.text('a.ts');
  const beyond = await chat.say('add a function that talks to the bank to a.ts');
  assert.match(beyond.text, /takes a real model/);
  assert.equal(await chat.text('a.ts'), before);
});

test('PRV-3 a value is set by its key, and the key stays', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{\n  "name": "a",\n  "version": "0.1.0",\n  "port": 1\n}\n',
      'app.yaml': 'port: 80 # web\nhost: a\n',
      '.env': 'PORT=1\n',
      'README.md': 'The foo is here.\n',
    },
  });
  await chat.say('change the version to 0.2.0 in package.json');
  await chat.say('set the port in package.json to 8080');
  assert.equal(await chat.text('package.json'), '{\n  "name": "a",\n  "version": "0.2.0",\n  "port": 8080\n}\n');
  await chat.say('set port to 8080 in app.yaml');
  assert.equal(await chat.text('app.yaml'), 'port: 8080 # web\nhost: a\n');
  await chat.say('把 .env 的 PORT 改成 9');
  assert.equal(await chat.text('.env'), 'PORT=9\n');
  await chat.say('change the foo to bar in README.md');
  assert.equal(await chat.text('README.md'), 'The bar is here.\n');
  assert.match((await chat.say('set colour to red in app.yaml')).text, /^`colour` is not in `app\.yaml`/);
});

test('PRV-3 it commits nothing without a message, and writes no file for words it cannot find', async (t) => {
  const chat = await openChat(t, {});
  assert.deepEqual(await chat.say('commit this'), {
    calls: [],
    text: 'Which message should the commit have? Say `commit with message "…"`.',
  });
  const { calls, text } = await chat.say('write a haiku into poem.txt');
  assert.deepEqual(calls, []);
  assert.match(text, /^Writing “a haiku” takes a real model, so I created nothing\./);
});
