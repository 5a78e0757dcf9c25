import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGrant, settingOf, titleOf, todosOf, usageOf } from '../../src/log/fold.ts';
import type { Grant } from '../../src/protocol/policy.ts';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { said, user } from '../session/open.ts';

function log(...bodies: EntryBody[]): Entry[] {
  return bodies.map((body, index) => ({ ...body, id: `e${index}`, at: index }));
}

test('SES-3 the last entry counts for settings and todos; usage adds up', () => {
  const usage = { input: 10, output: 2, cached: 5 };
  const entries = log(
    { type: 'setting', key: 'mode', value: 'build' },
    { type: 'todos', items: [{ content: 'a', status: 'pending' }] },
    { type: 'turn-end', turn: 't1', reason: 'answered', usage },
    { type: 'setting', key: 'mode', value: 'plan' },
    { type: 'todos', items: [] },
    { type: 'turn-end', turn: 't2', reason: 'cancelled', usage },
  );
  assert.equal(settingOf(entries, 'mode'), 'plan');
  assert.equal(settingOf(entries, 'model'), undefined);
  assert.deepEqual(todosOf(entries), []);
  assert.deepEqual(usageOf(entries), { input: 20, output: 4, cached: 10 });
});

test('C1 grants of a session end with the process in which they were given', () => {
  const start: EntryBody = { type: 'start', version: 1, session: 's', cwd: '/', coder: '0' };
  const grant = (pattern: string): EntryBody => ({
    type: 'grant',
    grant: { permission: 'bash', pattern, lifetime: 'session', at: 1 },
  });
  const grantsOf = (...bodies: EntryBody[]) => log(...bodies).reduce<readonly Grant[]>(addGrant, []);
  assert.deepEqual(grantsOf(start, grant('a *'), start), []);
  assert.deepEqual(
    grantsOf(start, grant('a *'), start, grant('b *')).map(({ pattern }) => pattern),
    ['b *'],
  );
  const revoke: EntryBody = { type: 'revoke', scope: { permission: 'bash', pattern: 'b *' } };
  assert.deepEqual(grantsOf(start, grant('b *'), revoke), []);
});

test('D6 H4 a title is one short line that cannot affect a terminal', () => {
  const title = (text: string) => titleOf(log(said(user(text))));
  assert.equal(title('\n\n  Fix the parser\nplease'), 'Fix the parser');
  assert.equal(title('a\u001b]0;x\u0007\u009b2Jb\u202ec\u200bd\te'), 'a]0;x2Jbcd e');
  assert.equal(title('好'.repeat(80)), `${'好'.repeat(59)}…`);
  assert.equal(Array.from(title('👍'.repeat(80))).length, 60);
  assert.equal(title('   '), '');
  const named = log(said(user('first')), { type: 'setting', key: 'title', value: 'Given' });
  assert.equal(titleOf(named), 'Given');
  assert.equal(
    titleOf(log(said({ role: 'user', by: 'coder', content: [{ type: 'text', text: 'Please continue.' }] }))),
    '',
  );
});
