import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyHeaders } from '../../../src/providers/wire/key-headers.ts';

test('PRV-1 each protocol sends its key in its own header, and none without a key', () => {
  assert.deepEqual(keyHeaders('openai-chat', 'k'), { authorization: 'Bearer k' });
  assert.deepEqual(keyHeaders('openai-responses', 'k'), { authorization: 'Bearer k' });
  assert.deepEqual(keyHeaders('gemini', 'k'), { 'x-goog-api-key': 'k' });
  assert.deepEqual(keyHeaders('anthropic', 'k'), { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' });
  for (const protocol of ['openai-chat', 'openai-responses', 'gemini'] as const)
    assert.deepEqual(keyHeaders(protocol, undefined), {});
  assert.deepEqual(keyHeaders('anthropic', undefined), { 'anthropic-version': '2023-06-01' });
});
