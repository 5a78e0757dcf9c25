import assert from 'node:assert/strict';
import test from 'node:test';
import { openChat } from '../chat.ts';

const head = "import test from 'node:test';\nimport assert from 'node:assert/strict';\n";

test('PRV-3 a change that does not help is taken back, and two bugs take two rounds', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{"type":"module","scripts":{"test":"node test/a.test.js"}}',
      'src/a.js':
        'export function canVote(age, citizen) {\n  return age >= 18 || citizen;\n}\n\nexport function add(a, b) {\n  return a - b;\n}\n',
      'test/a.test.js': `${head}import { add, canVote } from '../src/a.js';\n\ntest('both are needed', () => {\n  assert.equal(canVote(20, false), false);\n});\n\ntest('adds', () => {\n  assert.equal(add(2, 3), 5);\n});\n`,
    },
    off: ['todowrite'],
  });
  const { calls, text } = await chat.say('fix the failing tests; they run with `node test/a.test.js`');
  assert.match(text, /^\*\*Fixed\.\*\* `npm test` passes now \(2 passed, 0 failed\)\./);
  assert.equal(
    await chat.text('src/a.js'),
    'export function canVote(age, citizen) {\n  return age >= 18 && citizen;\n}\n\nexport function add(a, b) {\n  return a + b;\n}\n',
  );
  const edits = calls.filter((call) => call.startsWith('edit'));
  assert.ok(edits.length > 2, 'the first guess at canVote is not the right one');
  assert.match(text, /Cause\*\*: `src\/a\.js:2` — “and” and “or” are mixed up\./);
});

test('PRV-3 a failure it cannot explain is told as such and leaves the files as they were', async (t) => {
  const source = 'export function greet(name) {\n  return `Hello, ${name}`;\n}\n';
  const chat = await openChat(t, {
    files: {
      'package.json': '{"type":"module","scripts":{"test":"node test/a.test.js"}}',
      'src/a.js': source,
      'test/a.test.js': `${head}import { greet } from '../src/a.js';\n\ntest('greets', () => {\n  assert.equal(greet('you'), 'Ahoy');\n});\n`,
    },
  });
  const { text } = await chat.say('测试失败了，修一下');
  assert.match(text, /^这一个我没能修好：`greets` 期望 `'?Ahoy'?`，得到 `'?Hello, you'?`/);
  assert.match(text, /我读了 `src\/a\.js`，没有发现我认识的错误/);
  assert.equal(await chat.text('src/a.js'), source);
});

test('MODE-3 without edit it says the cause and the change it would make', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{"type":"module","scripts":{"test":"node test/a.test.js"}}',
      'src/a.js': 'export function add(a, b) {\n  return a - b;\n}\n',
      'test/a.test.js': `${head}import { add } from '../src/a.js';\n\ntest('adds', () => {\n  assert.equal(add(2, 3), 5);\n});\n`,
    },
    off: ['edit', 'write'],
  });
  const { text } = await chat.say('fix the failing test');
  assert.match(text, /Likely cause: `src\/a\.js:2`.*\n\n```diff\n- return a - b;\n\+ return a \+ b;\n```/);
  assert.match(text, /cannot change files in this mode/);
});

test('VER-5 coder’s own request to fix after a failed check is taken up', async (t) => {
  const chat = await openChat(t, {
    files: {
      'package.json': '{"type":"module","scripts":{"test":"node test/a.test.js"}}',
      'src/a.js': 'export function add(a, b) {\n  return a - b;\n}\n',
      'test/a.test.js': `${head}import { add } from '../src/a.js';\n\ntest('adds', () => {\n  assert.equal(add(2, 3), 5);\n});\n`,
    },
  });
  await chat.say('列出文件');
  const { text } = await chat.remark('The check failed. Fix it and verify again.\n\nnpm test exited with 1');
  assert.match(text, /^\*\*已修复。\*\*`npm test` 现在通过/);
});
