import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { storeKey } from '../../../src/providers/catalogue/store-key.ts';
import { storedKeys } from '../../../src/providers/catalogue/stored-keys.ts';
import { runCoder, scratch } from '../../fixtures/run-coder.ts';

test('ACP-8 a key is stored beside the others, for the user alone', async (t) => {
  const home = join(scratch(t).home, '.coder');
  const { signal } = new AbortController();
  const file = await storeKey(home, 'openai', 'sk-one', signal);
  await storeKey(home, 'anthropic', 'sk-two', signal);
  assert.deepEqual(storedKeys(home), { openai: 'sk-one', anthropic: 'sk-two' });
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('ACP-8 coder auth takes a key from standard input, never prints it, and knows its providers', async (t) => {
  const place = scratch(t);
  const options = { cwd: place.path, env: { HOME: place.home } };
  const stored = await runCoder(['auth', 'openai'], { ...options, input: 'sk-secret-1\n' });
  assert.equal(stored.code, 0);
  assert.ok(!stored.stdout.includes('sk-secret'));
  assert.deepEqual(storedKeys(join(place.home, '.coder')), { openai: 'sk-secret-1' });
  const list = await runCoder(['auth'], options);
  assert.match(list.stdout, /openai +stored by coder auth/);
  const wrong = await runCoder(['auth', 'opena'], { ...options, input: 'x' });
  assert.match(wrong.stderr, /did you mean openai/);
  assert.equal(wrong.code, 2);
});
