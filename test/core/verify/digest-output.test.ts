import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOutput } from '../../../src/core/verify/digest-output.ts';

const noise = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `    at frame ${at} of the stack trace`).join('\n');

test('MDL-7 short output is shown unchanged', () => {
  assert.equal(digestOutput('\nnot ok 1 - adds\n\n# fail 1\n', 30), 'not ok 1 - adds\n\n# fail 1');
});

test('MDL-7 long output is reduced to the lines with failures, errors and totals', () => {
  const pytest = [
    noise(60),
    'E       AssertionError: assert 1 == 2',
    noise(60),
    'FAILED tests/test_a.py::test_one - AssertionError: assert 1 == 2',
    '25 failed, 1636 passed in 12.31s',
  ].join('\n');
  assert.equal(
    digestOutput(pytest, 30),
    [
      'E       AssertionError: assert 1 == 2',
      'FAILED tests/test_a.py::test_one - AssertionError: assert 1 == 2',
      '25 failed, 1636 passed in 12.31s',
    ].join('\n'),
  );
});

test('MDL-7 of many failures the first ones, the number of others and the last ones are shown', () => {
  const failures = Array.from({ length: 100 }, (_, at) => `not ok ${at + 1} - case ${at + 1} ${'x'.repeat(300)}`);
  const lines = digestOutput([...failures, '# fail 100'].join('\n'), 30).split('\n');
  assert.equal(lines.length, 31);
  assert.equal(lines[25], '[… 71 more …]');
  assert.ok(lines.every((line) => line.length < 240));
  assert.equal(lines.at(-1), '# fail 100');
});

test('MDL-7 if no line tells what failed, the end is shown, from the beginning of a line', () => {
  const lines = digestOutput(noise(200), 30).split('\n');
  assert.equal(lines[0], '[…]');
  assert.ok(lines.slice(1).every((line) => /^ {4}at frame \d+ of the stack trace$/.test(line)));
  assert.equal(digestOutput('z'.repeat(5000), 30), `[…]\n${'z'.repeat(1500)}`);
});
