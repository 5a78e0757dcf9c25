import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenFiles } from '../../src/tools/seen-files.ts';

const state = (content: string, more: { size?: number; mtimeMs?: number } = {}) => {
  const bytes = Buffer.from(content);
  return { absolute: '/w/a', bytes, size: bytes.length, mtimeMs: 1, ...more };
};

test('TOOL-3 a file is unseen, the same or changed, judged by its content', () => {
  const seen = createSeenFiles();
  assert.equal(seen.compare(state('x')), 'unseen');
  seen.remember(state('x'));
  assert.equal(seen.compare(state('x', { mtimeMs: 2 })), 'same', 'touched only');
  assert.equal(seen.compare(state('y')), 'changed', 'same size and time, other content');
  seen.forget('/w/a');
  assert.equal(seen.compare(state('x')), 'unseen');
});

test('TOOL-3 for a file too large to be read whole, size and time decide', () => {
  const seen = createSeenFiles();
  seen.remember(state('head', { size: 9 }));
  assert.equal(seen.compare(state('whole now', { size: 9 })), 'same');
  assert.equal(seen.compare(state('whole now', { size: 9, mtimeMs: 2 })), 'changed');
  assert.equal(seen.compare(state('grown')), 'changed');
});

test('APR-5 what was shown for a call is compared once', () => {
  const seen = createSeenFiles();
  const shown = (content: string | undefined) => [
    { absolute: '/w/a', file: content === undefined ? undefined : state(content) },
  ];
  seen.show('1', shown('x'));
  seen.show('2', shown(undefined));
  assert.equal(seen.changedSinceShown('1', shown('x')), undefined);
  assert.equal(seen.changedSinceShown('1', shown('y')), undefined, 'it was not shown again');
  assert.equal(seen.changedSinceShown('2', shown('x')), '/w/a');
  assert.equal(seen.changedSinceShown('never', shown('x')), undefined);
});
