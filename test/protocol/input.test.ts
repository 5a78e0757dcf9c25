import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Input, isLeaving, isLeavingWord, LEAVING, readInput } from '../../src/protocol/input.ts';

test('IN-6 ! starts a command, / a built-in command, and everything else goes to the model', () => {
  const rows: [string, Input][] = [
    ['', { kind: 'blank' }],
    [' \n', { kind: 'blank' }],
    ['!ls -la', { kind: 'shell', command: 'ls -la' }],
    ['  ! ls ', { kind: 'shell', command: 'ls' }],
    ['!', { kind: 'shell', command: '' }],
    ['/mode plan', { kind: 'command', name: 'mode', args: 'plan' }],
    [' /help', { kind: 'command', name: 'help', args: '' }],
    [' fix the test! ', { kind: 'prompt', text: ' fix the test! ' }],
  ];
  for (const [line, input] of rows) assert.deepEqual(readInput(line), input, line);
});

test('IN-6 the full-width ！ of Chinese input methods starts a command too', () => {
  assert.deepEqual(readInput('！ls'), { kind: 'shell', command: 'ls' });
  assert.deepEqual(readInput(' ！ git status'), { kind: 'shell', command: 'git status' });
  assert.deepEqual(readInput('！'), { kind: 'shell', command: '' });
});

test('IN-6 /exit and /quit leave; their names alone only where those are read too', () => {
  for (const name of LEAVING) {
    assert.equal(isLeaving(` /${name} `), true);
    assert.equal(isLeaving(`/${name} now`), false);
    assert.equal(isLeaving(name), false);
    assert.equal(isLeavingWord(` ${name}\n`), true);
    assert.equal(isLeavingWord(`${name} now`), false);
  }
});
