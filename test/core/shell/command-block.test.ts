import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandBlock } from '../../../src/core/shell/command-block.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test('CMD-1 the block of a command shows the line, how it ended and both streams', () => {
  const result = { exit_code: 2, duration_ms: 13, stdout: 'a\nb\n', stderr: 'oh\n', truncated: false };
  assert.equal(commandBlock('ls x', result), '$ ls x\nexit=2 duration=13ms\nstdout:\na\nb\nstderr:\noh');
});

test('CMD-1 the block of a command that printed nothing shows that', () => {
  assert.equal(
    commandBlock('true', { exit_code: 0, duration_ms: 1, stdout: '', stderr: '' }),
    '$ true\nexit=0 duration=1ms\n(no output)',
  );
});

test('CMD-1 each part shows its first 20 lines', () => {
  const block = commandBlock('x', {
    exit_code: 0,
    duration_ms: 1,
    stdout: lines(21),
    stderr: lines(30),
    truncated: true,
  });
  assert.equal(
    block,
    [
      '$ x',
      'exit=0 duration=1ms (truncated)',
      'stdout:',
      lines(20),
      '...[output truncated for display]',
      'stderr:',
      lines(20),
      '...[error output truncated for display]',
    ].join('\n'),
  );
});

test('CMD-1 the block names a time-out, and the file with the whole output', () => {
  const result = { exit_code: 124, duration_ms: 1500, stdout: 'a\n', stderr: '', truncated: true, timed_out: true };
  assert.equal(
    commandBlock('x', { ...result, saved_path: '.coder/cache/bash/out_1.txt' }),
    '$ x\nexit=124 duration=1500ms (timed out) (truncated)\nstdout:\na\nsaved: .coder/cache/bash/out_1.txt',
  );
});
