import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { View } from '../../src/protocol/view.ts';
import { errorShown } from '../../src/protocol/view-text.ts';

test('CLI-1 why a call did not succeed is a field of its view, never a guess from what it shows', () => {
  const posted: View = { title: 'POST https://example.org', body: [{ type: 'text', text: 'the text that was sent' }] };
  assert.equal(errorShown('no answer', posted), 'no answer');
  assert.equal(errorShown('not approved', { ...posted, error: '未获批准' }), '未获批准');
});
