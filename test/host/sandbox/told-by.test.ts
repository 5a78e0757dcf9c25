import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toldBy } from '../../../src/host/sandbox/told-by.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('SBX-14 what a command could have said by itself: its line, files that it names, and those that these name', (t) => {
  const { path: root, home } = scratch(t);
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  for (const folder of ['logs', 'test']) mkdirSync(join(root, folder));
  write('check.sh', 'sh inner.sh');
  write('inner.sh', 'echo "Permission denied"');
  write('t.py', 'EROFS');
  write('logs/a.log', 'connection refused');
  write('package.json', '{"scripts":{"test":"node --test"}}');
  write('test/a.test.js', 'EACCES: permission denied');
  writeFileSync(join(home, 'secret.txt'), 'Permission denied');
  const says = (line: string) => toldBy(line, root, [root]).all.toLowerCase();
  assert.match(says('echo "Read-only file system" >&2'), /read-only file system/);
  assert.match(says('./check.sh'), /permission denied/);
  assert.match(says('python3 -m unittest -q t'), /erofs/);
  assert.match(says('grep -r x logs'), /connection refused/);
  assert.match(says('npm test'), /eacces: permission denied/);
  const elsewhere = toldBy(`cat ${home}/secret.txt ../home/secret.txt`, root, [root]);
  assert.match(elsewhere.all, /Permission denied/); // a log, perhaps
  assert.doesNotMatch(elsewhere.exactly, /Permission denied/);
  const near = toldBy('python3 -m unittest -q t', root, [root]);
  assert.deepEqual([near.all.includes('EROFS'), near.exactly.includes('EROFS')], [true, false]);
  assert.doesNotMatch(says('touch /srv/x'), /denied|refused|erofs/);
});
