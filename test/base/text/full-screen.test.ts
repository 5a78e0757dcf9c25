import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLine, waitsForScreen } from '../../../src/base/text/full-screen.ts';

test('a plain line names its program without its folder and without the variables before it', () => {
  assert.deepEqual(plainLine('TERM=xterm A=1 /usr/bin/vim notes.md'), { name: 'vim', words: ['notes.md'] });
  assert.deepEqual(plainLine('make A=1'), { name: 'make', words: ['A=1'] });
  assert.equal(plainLine('cat a | less'), undefined);
});

test('a program that only waits for keys is named, unless options may give it other work', () => {
  assert.deepEqual(['vim a', 'X=1 top', 'watch -n 1 ls', 'vim -c q a', 'less a', 'ls'].map(waitsForScreen), [
    'vim',
    'top',
    'watch',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a line that only sets a variable to the path of such a program starts nothing', () => {
  assert.equal(plainLine('EDITOR=/usr/bin/vim'), undefined);
  assert.equal(waitsForScreen('EDITOR=/usr/bin/vim'), undefined);
});
