import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLongSessionWatch } from '../../../src/app/session/long-session.ts';

test('the JavaScript engine is notified once, at the fiftieth message', () => {
  let told = 0;
  const watch = createLongSessionWatch(() => {
    told += 1;
  });
  for (let messages = 0; messages < 49; messages++) {
    watch({ type: 'turn-start' });
    watch({ type: 'message-end' });
  }
  assert.equal(told, 0);
  for (let messages = 0; messages < 60; messages++) watch({ type: 'message-end' });
  assert.equal(told, 1);
});

test('the JavaScript engine knows the flag', () => {
  const options = process.getBuiltinModule('node:child_process').execFileSync(process.execPath, ['--v8-options'], {
    encoding: 'utf8',
  });
  assert.match(options, /^ {2}--efficiency-mode /m);
});
