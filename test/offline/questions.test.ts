import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Intent } from '../../src/offline/intent.ts';
import { understand } from '../../src/offline/understand.ts';
import { openChat } from './chat.ts';

const symbol = (name: string): Intent => ({ kind: 'symbol', name });

const MEANT: Readonly<Record<string, Intent>> = {
  'explain the parseDate function': symbol('parseDate'),
  'what does parseDate do?': symbol('parseDate'),
  'how does isLeap work?': symbol('isLeap'),
  'show me the parseDate function': symbol('parseDate'),
  'where is parseDate defined': symbol('parseDate'),
  'where is the Calculator class': symbol('Calculator'),
  'is there a function called formatDate': symbol('formatDate'),
  'explain core': symbol('core'),
  parseDate是干什么的: symbol('parseDate'),
  '解释一下 parseDate 函数': symbol('parseDate'),
  'parseDate 在哪里定义的？': symbol('parseDate'),
  'what does it do?': { kind: 'explain-file' },
  'list all functions': { kind: 'symbols', what: 'function' },
  'what classes are there?': { kind: 'symbols', what: 'class' },
  'which functions are in src': { kind: 'symbols', what: 'function', path: 'src' },
  有哪些函数: { kind: 'symbols', what: 'function' },
  'how many lines of code are there?': { kind: 'count', what: 'lines' },
  'how many lines of code does this project have': { kind: 'count', what: 'lines' },
  'how many lines are in src?': { kind: 'count', what: 'lines', path: 'src' },
  多少行代码: { kind: 'count', what: 'lines' },
  '这个项目有多少行代码？': { kind: 'count', what: 'lines' },
  'how many files are there?': { kind: 'count', what: 'files' },
  有多少个文件: { kind: 'count', what: 'files' },
  'how many tests are there?': { kind: 'symbols', what: 'test' },
  'what is the biggest file?': { kind: 'count', what: 'largest' },
  最大的文件是哪个: { kind: 'count', what: 'largest' },
  'how many words are in README.md?': { kind: 'count', what: 'words', path: 'README.md' },
  '统计一下 README.md 的字数': { kind: 'count', what: 'words', path: 'README.md' },
  'what are the dependencies?': { kind: 'facts', which: 'dependencies' },
  项目依赖有哪些: { kind: 'facts', which: 'dependencies' },
  'what scripts can i run': { kind: 'facts', which: 'scripts' },
  'show me the last commit': { kind: 'git', show: 'last' },
  'what did the last commit change?': { kind: 'git', show: 'last' },
  最近一次提交改了什么: { kind: 'git', show: 'last' },
  最后一次提交: { kind: 'git', show: 'last' },
  'what branch am i on': { kind: 'git', show: 'branch' },
  'who wrote this?': { kind: 'git', show: 'authors' },
  谁写的代码: { kind: 'git', show: 'authors' },
  'is everything ok?': { kind: 'run-script', script: 'test' },
  'does it work?': { kind: 'run-script', script: 'test' },
  'what does the readme say about holidays?': { kind: 'search', text: 'holidays', path: 'README.md' },
  'any todos in the code?': { kind: 'search', text: 'todo' },
};

test('PRV-3 questions about the code are understood in both languages', () => {
  for (const [said, meant] of Object.entries(MEANT)) assert.deepEqual(understand(said), [meant], said);
});

const FILES = {
  'package.json': '{\n  "scripts": { "test": "node --test" },\n  "dependencies": { "left-pad": "^1.0.0" }\n}\n',
  'src/date.ts':
    '/** Dates. */\n\n/** Reads a date. */\nexport function parseDate(text: string) {\n  return text.split("-");\n}\n\nexport const one = 1;\n',
  'src/use.ts': "import { parseDate } from './date.ts';\n\nparseDate('1-2');\n",
  'calc.py': 'class Calc:\n    def push(self, value):\n        return value\n\n\ndef other():\n    pass\n',
  'test/a.test.ts': "test('one', () => {});\nit('two', () => {});\n",
};

test('PRV-3 a function is shown with its comment, its lines and where it is used', async (t) => {
  const chat = await openChat(t, { files: FILES });
  const { text } = await chat.say('what does parseDate do?');
  assert.equal(
    text,
    '`parseDate` — `src/date.ts:4`\n\n```ts\n/** Reads a date. */\nexport function parseDate(text: string) {\n  return text.split("-");\n}\n```\n\nUsed in 1 other file: `src/use.ts`.',
  );
  const method = await chat.say('show me the Calc class');
  assert.match(
    method.text,
    /^`Calc` — `calc\.py:1`\n\n```python\nclass Calc:\n {4}def push\(self, value\):\n {8}return value\n```/,
  );
  assert.match((await chat.say('explain use')).text, /`src\/use\.ts` — TypeScript/);
  assert.match((await chat.say('explain recursion')).text, /^There is no function, class or file called `recursion`/);
});

test('PRV-3 functions, lines and files are counted by the tools', async (t) => {
  const chat = await openChat(t, { files: FILES });
  assert.match(
    (await chat.say('list all functions')).text,
    /^\*\*3 functions\*\* in 2 files:\n\n- `calc\.py`: `push` \(2\), `other` \(6\)\n- `src\/date\.ts`: `parseDate` \(4\)$/,
  );
  assert.match((await chat.say('how many tests are there?')).text, /^\*\*2 tests\*\* in 1 file:/);
  assert.match(
    (await chat.say('how many lines of code are there?')).text,
    /^\*\*24 lines\*\* in 5 files:\n\n- `\.ts` — 13 lines in 3 files\n- `\.py` — 7 lines in 1 file\n/,
  );
  assert.match((await chat.say('有多少个文件')).text, /^共有 \*\*5 个文件\*\*/);
  assert.match((await chat.say('what is the biggest file?')).text, /^The largest files:\n\n- `src\/date\.ts` — /);
  assert.match((await chat.say('what are the dependencies?')).text, /- `left-pad` \^1\.0\.0$/);
});

test('PRV-3 the last commit, the branch and the authors are told', async (t) => {
  const chat = await openChat(t, { files: { 'a.txt': 'a\n' } });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=a@b.c', ...args], { cwd: chat.root });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  assert.match((await chat.say('show me the last commit')).text, /^`\w{8}` \*\*first\*\* — Ann, /);
  await writeFile(join(chat.root, 'a.txt'), 'b\n');
  git('commit', '-qam', 'second');
  assert.match(
    (await chat.say('what did the last commit change?')).text,
    /\*\*second\*\*[\s\S]*```diff[\s\S]*\+b\n```$/,
  );
  assert.equal((await chat.say('what branch am i on?')).text, 'You are on `main`; the working tree is clean.');
  assert.match((await chat.say('who wrote this?')).text, /^- Ann — 2 commits$/m);
});
