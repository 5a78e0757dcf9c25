import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BYTES_LIMIT, figuresOf, GROWTH, NOTED_BYTES } from '../../bench/four-bugs/figures.ts';
import { replay } from '../../bench/four-bugs/replay.ts';
import { SESSIONS } from '../../bench/four-bugs/sessions.ts';
import { isLong } from '../fixtures/long.ts';
import { lacks } from '../fixtures/programs.ts';

test('MDL-11 four bug-fixing sessions take at most 800,000 bytes in 24 requests, and none grows by more than 2 %', {
  skip: lacks('git'),
}, async (t) => {
  const tried = isLong ? SESSIONS : SESSIONS.slice(0, 2);
  const figures = await Promise.all(tried.map(async (session) => figuresOf((await replay(session)).requests)));
  for (const [at, { name }] of tried.entries()) {
    const { bytes = 0 } = figures[at] ?? {};
    const noted = NOTED_BYTES[name] ?? 0;
    t.diagnostic(`${name}: ${bytes} bytes`);
    assert.ok(
      bytes <= noted * GROWTH,
      `${name}: ${bytes} bytes, noted were ${noted}: the change needs a reason, then note it`,
    );
  }
  if (!isLong) return;
  const bytes = figures.reduce((sum, each) => sum + each.bytes, 0);
  const requests = figures.reduce((sum, each) => sum + each.requests, 0);
  assert.ok(bytes <= BYTES_LIMIT, `${bytes} bytes`);
  assert.equal(requests, 24);
});
