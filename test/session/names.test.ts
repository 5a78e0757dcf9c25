import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSessionName, nameSession, sessionNames } from '../../src/session/names.ts';
import { scratch } from '../fixtures/run-coder.ts';

test('SES-3 a session has one name and a name one session; a removed name is gone', async (t) => {
  const { path: folder } = scratch(t);
  await nameSession(folder, 'the parser', 's1');
  await nameSession(folder, 'limits', 's2');
  await nameSession(folder, '解析器', 's1');
  assert.deepEqual(
    [...sessionNames(folder)],
    [
      ['limits', 's2'],
      ['解析器', 's1'],
    ],
  );
  await nameSession(folder, 'limits', 's3');
  await nameSession(folder, '解析器', undefined);
  assert.deepEqual([...sessionNames(folder)], [['limits', 's3']]);
});

test('SES-3 names that cannot be shown or typed are invalid, and a names file is read for valid names and ids only', (t) => {
  for (const name of ['', ' a', 'a\nb', 'a\u001b[2J', '\u202ea', 'x'.repeat(65)])
    assert.equal(isSessionName(name), false, JSON.stringify(name));
  const { path: folder } = scratch(t);
  assert.equal(sessionNames(folder).size, 0);
  for (const text of ['', '[]', '{"a": 1, "b": "../../x", "c\\u001b": "s1", "ok": "s1"}', '{"ok"']) {
    writeFileSync(join(folder, 'names.json'), text);
    assert.ok(sessionNames(folder).size <= 1, text);
  }
  const other = join(folder, 'other');
  mkdirSync(join(other, 'names.json'), { recursive: true });
  assert.equal(sessionNames(other).size, 0);
});
