import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumeratedSteps, isComplexTask } from '../../src/context/complex-task.ts';

const complex: Record<string, string> = {
  'numbers in one line': '1. read 2. fix 3. test',
  'numbers in lines': '1) read\n2) fix',
  'Chinese numbers': '1、改名 2、测试',
  'numbers in brackets': '(1) read (2) fix',
  letters: 'do A/B/C',
  'Chinese targets': '支持登录/注册/退出',
  bullets: '- read\n- fix',
  'forty characters': 'x'.repeat(40),
  'forty Chinese characters': '字'.repeat(40),
  'three Chinese key words': '重构并且迁移同时改',
  'three English key words': 'refactor, migrate, optimise',
  'three segments': '读，改，测',
  'three segments by comma': 'read, fix, go',
  'three lines': 'a\nb\nc',
};

const plain: Record<string, string> = {
  short: 'fix the bug',
  'thirty-nine characters': 'x'.repeat(39),
  'blanks do not count': `${' '.repeat(60)}hello${' '.repeat(60)}`,
  'thirty-nine emoji are thirty-nine characters': '🙂'.repeat(39),
  'a version': 'bump to 1.2.3',
  'a path': 'read src/core/turn.ts',
  'an absolute path': 'cat /usr/lib/a',
  'two segments': 'read, fix',
  'two key words': '重构并且改',
  'empty segments': 'a,,, ,b',
  'one number': '1. go',
  nothing: '   ',
};

for (const [name, text] of Object.entries(complex))
  test(`TODO-1 complex: ${name}`, () => assert.equal(isComplexTask(text), true));
for (const [name, text] of Object.entries(plain))
  test(`TODO-1 not complex: ${name}`, () => assert.equal(isComplexTask(text), false));

test('TODO-2 the steps are the user’s own, without numbers and separators', () => {
  assert.deepEqual(enumeratedSteps('Please: 1. read a.ts; 2. fix it, 3. run the tests.'), [
    'read a.ts',
    'fix it',
    'run the tests.',
  ]);
  assert.deepEqual(enumeratedSteps('请：1、读取文件；2、修复问题。3、跑测试'), ['读取文件', '修复问题', '跑测试']);
  assert.deepEqual(enumeratedSteps('A. parse the 1.5 format B. print it'), ['parse the 1.5 format', 'print it']);
  assert.deepEqual(enumeratedSteps('实现登录/注册/退出'), ['实现登录', '注册', '退出']);
  assert.deepEqual(enumeratedSteps('todo:\n- [ ] one\n- [x] two\n'), ['[ ] one', '[x] two']);
  assert.deepEqual(enumeratedSteps('1. one\nwith more words\n2. two'), ['one', 'two']);
});

test('TODO-2 an endless list is cut', () => {
  const many = Array.from({ length: 60 }, (_, at) => `- step ${at}`).join('\n');
  assert.equal(enumeratedSteps(many).length, 20);
});
