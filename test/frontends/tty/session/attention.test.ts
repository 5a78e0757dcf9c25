import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { type AlertSettings, createAttention } from '../../../../src/frontends/tty/session/attention.ts';

function watch(notify: NonNullable<AlertSettings['notify']>, environment: NodeJS.ProcessEnv = {}) {
  let written = '';
  const attention = createAttention({
    write: (text) => void (written += text),
    environment,
    settings: () => ({ notify }),
    says: () => ({ waits: 'waits', done: 'done' }),
  });
  return { attention, written: () => written };
}

test('APR-9 a question unanswered for 5 seconds rings, sets the window title, and notifies on terminals that support it', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const plain = watch('auto');
  plain.attention.follow(true);
  mock.timers.tick(4999);
  plain.attention.follow(true);
  assert.equal(plain.written(), '');
  mock.timers.tick(1);
  assert.equal(plain.written(), '\x1b[22;2t\x1b]2;waits\x07\x07');
  mock.timers.tick(60_000);
  plain.attention.follow(false);
  assert.equal(plain.written(), '\x1b[22;2t\x1b]2;waits\x07\x07\x1b[23;2t', 'once, and the title is given back');

  const known = watch('auto', { TERM_PROGRAM: 'WezTerm' });
  const [bell, off] = [watch('bell'), watch('off')];
  for (const { attention } of [known, bell, off]) attention.follow(true);
  mock.timers.tick(5000);
  assert.match(known.written(), /\x1b\]9;waits\x07/);
  assert.equal(bell.written(), '\x07');
  assert.equal(off.written(), '');

  const quick = watch('auto');
  quick.attention.follow(true);
  quick.attention.follow(false);
  mock.timers.tick(60_000);
  assert.equal(quick.written(), '');
});

test('APR-9 a long turn rings when it ends, a short one does not', () => {
  const { attention, written } = watch('bell');
  attention.ended(1000);
  assert.equal(written(), '');
  attention.ended(31_000);
  assert.equal(written(), '\x07');
});
