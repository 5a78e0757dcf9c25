import assert from 'node:assert/strict';
import test from 'node:test';
import { guessesIn } from '../../../src/offline/fix/known-bugs.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

/** A line → the first guess at it. */
const LINES: Readonly<Record<string, string | undefined>> = {
  'for (let i = 0; i < items.length - 1; i++) {': 'for (let i = 0; i < items.length; i++) {',
  'for (let i = 0; i <= items.length; i++) {': 'for (let i = 0; i < items.length; i++) {',
  'for (let i = 1; i < items.length; i++) {': 'for (let i = 0; i < items.length; i++) {',
  'for (let i = 1; i < n; i++) {': 'for (let i = 0; i < n; i++) {',
  'for (let i = 2; i < n; i++) {': 'for (let i = 2; i <= n; i++) {',
  '    for i in range(len(xs) - 1):': '    for i in range(len(xs)):',
  '    for i in range(1, len(xs)):': '    for i in range(len(xs)):',
  '    return sum(range(1, n))': '    return sum(range(1, n + 1))',
  'return names.slice(0, -1).join();': 'return names.join();',
  'for (let i = 0; i <= items.length - 1; i++) {': undefined,
  'for (const item of items) {': undefined,
  'export const add = (a, b) => { return a - b };': 'export const add = (a, b) => { return a + b };',
  'def multiply(a, b): return a + b': 'def multiply(a, b): return a * b',
  'function minus(a, b) { return a + b }': 'function minus(a, b) { return a - b }',
  'function late(a, b) { return a - b }': undefined,
};

test('PRV-3 off-by-one loops and ranges, and operators that contradict a name, are guessed one line at a time', () => {
  for (const [line, wanted] of Object.entries(LINES)) assert.equal(guessesIn('a', [line])[0]?.after, wanted, line);
});

test('PRV-3 SEC-3 a line of any length is examined instantly', () => {
  const started = cpuTime();
  guessesIn('a', [`<${'a.'.repeat(100_000)}`, `range(${'a'.repeat(400)}`]);
  assert.ok(cpuTime() - started < 1000);
});
