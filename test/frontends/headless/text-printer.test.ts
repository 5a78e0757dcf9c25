import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextPrinter } from '../../../src/frontends/headless/text-printer.ts';
import type { Stamped } from '../../../src/protocol/event.ts';
import { en } from '../../../src/words/en.ts';

test('OUT-7 a line feed in a file name does not begin a row of the progress', () => {
  let progress = '';
  const printer = createTextPrinter(
    () => undefined,
    (text) => void (progress += text),
    en.headless,
  );
  const title = 'a\n[write] b.ts';
  const call = { id: 'c', name: 'write', arguments: '{}' };
  const outcome = { status: 'ok', result: {} } as const;
  printer.event({ type: 'call-start', call, view: { title }, seq: 0, at: 0 } as Stamped);
  printer.event({ type: 'call-end', callId: 'c', outcome, view: { title }, durationMs: 1, seq: 1, at: 0 } as Stamped);
  assert.equal(progress, '[write] a\\n[write] b.ts\n[write] a\\n[write] b.ts (1 ms)\n');
});

test('a command of several lines is printed on several lines', () => {
  let progress = '';
  const printer = createTextPrinter(
    () => undefined,
    (text) => void (progress += text),
    en.headless,
  );
  const call = { id: 'c', name: 'bash', arguments: '{}' };
  const view = { title: 'cd src\nls', isShell: true };
  printer.event({ type: 'call-start', call, view, seq: 0, at: 0 } as Stamped);
  assert.equal(progress, '[bash] cd src\nls\n');
});
