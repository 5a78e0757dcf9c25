import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonText } from '../../../src/frontends/headless/json-text.ts';

test('CLI-2 D6 JSON keeps its meaning but shows nothing that controls a terminal or changes the text direction', () => {
  const value = { answer: 'a\x9b31m\x1b[0m\u202eb\u2028c\u200b 中文 👩‍👧' };
  const text = jsonText(value);
  assert.equal(text, '{"answer":"a\\u009b31m\\u001b[0m\\u202eb\\u2028c\\u200b 中文 👩‍👧"}');
  assert.deepEqual(JSON.parse(text), value);
});
