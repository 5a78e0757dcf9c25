import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followLog } from '../../src/log/follow-log.ts';
import type { Entry } from '../../src/protocol/session.ts';

const title = (value: string): Entry => ({ type: 'setting', key: 'title', value, id: value, at: 0 });

test('each call processes only the new entries, and none twice', () => {
  const entries = [title('a'), title('b')];
  const seen: string[] = [];
  const follow = followLog(entries, '', (text, { id }) => {
    seen.push(id);
    return text + id;
  });
  assert.equal(follow(), 'ab');
  assert.equal(follow(), 'ab');
  entries.push(title('c'));
  assert.equal(follow(), 'abc');
  assert.deepEqual(seen, ['a', 'b', 'c']);
});
