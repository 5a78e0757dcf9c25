import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAppSettings } from '../../../src/app/load-app-settings.ts';
import { priceOf } from '../../../src/app/models/models.ts';
import { configuredModel } from '../../../src/config/configured-model.ts';

test('PRV-8 CTX-2 settings can supply what coder does not know about a model', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'coder-models-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const price = { input: 1, cached: 0.1, output: 4 };
  const flags = { models: { mine: { price, context_limit: 32_000 }, 'a/b': { context_limit: 9_000 } } };
  const options = {
    cwd: home,
    version: '0',
    env: { CODER_HOME: home },
    attended: false,
    session: { kind: 'new' as const },
    flags,
  };
  const { settings } = await loadAppSettings(options);
  assert.deepEqual(priceOf('mine', settings), price);
  assert.deepEqual(priceOf('custom/mine', settings), price);
  assert.deepEqual(priceOf('gpt-5-mini', settings), { input: 0.25, cached: 0.025, output: 2 });
  assert.equal(priceOf('unknown', settings), undefined);
  assert.equal(configuredModel('a/b', settings)?.context_limit, 9_000);
  for (const name of ['b', 'toString', '__proto__']) assert.equal(configuredModel(name, settings), undefined, name);
});
