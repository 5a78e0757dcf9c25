import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { storeKey } from '../../../src/providers/catalogue/store-key.ts';
import { storedKeys } from '../../../src/providers/catalogue/stored-keys.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('ACP-8 a key is stored next to the others, for the user alone', async (t) => {
  const home = join(scratch(t).home, '.coder');
  const { signal } = new AbortController();
  const file = await storeKey(home, 'openai', 'sk-one', signal);
  await storeKey(home, 'anthropic', 'sk-two', signal);
  assert.deepEqual(storedKeys(home), { openai: 'sk-one', anthropic: 'sk-two' });
  assert.equal(statSync(file).mode & 0o777, 0o600);
});
