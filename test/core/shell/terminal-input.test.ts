import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShellLine } from '../../../src/core/shell/terminal-input.ts';

const NEEDS = [
  'vim a.txt',
  'EDITOR=vi vim a.txt',
  '/usr/bin/less README.md',
  'ssh host',
  'sudo apt install x',
  'top',
  'python3',
  'git rebase -i HEAD~2',
  'git add -p',
  'git commit',
];
const NEEDS_NOT = [
  'ls',
  'python3 script.py',
  'git commit -m x',
  'git rebase main',
  'git log',
  'cat a | less',
  'top; ls',
  'vimtutor-like',
  'echo vim',
];

for (const command of NEEDS) {
  test(`PTY-9 ! ${command} needs a terminal`, () => {
    assert.deepEqual(readShellLine(command, { guesses: true }), { command, interactive: true });
    assert.deepEqual(readShellLine(command, { guesses: false }), { command, interactive: false });
  });
}

for (const command of NEEDS_NOT) {
  test(`PTY-9 ! ${command} needs no terminal`, () => {
    assert.equal(readShellLine(command, { guesses: true }).interactive, false);
  });
}

test('PTY-9 -i asks for a terminal, whatever the command', () => {
  assert.deepEqual(readShellLine('-i ls -l', { guesses: false }), { command: 'ls -l', interactive: true });
  assert.deepEqual(readShellLine('-i', { guesses: false }), { command: '', interactive: true });
  assert.deepEqual(readShellLine('-ignore', { guesses: true }), { command: '-ignore', interactive: false });
});
