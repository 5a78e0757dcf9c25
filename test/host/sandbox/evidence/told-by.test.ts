import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toldBy } from '../../../../src/host/sandbox/evidence/told-by.ts';
import { scratch } from '../../../fixtures/run-coder.ts';

test('SBX-14 a command could have printed its line, the files that it names, and the files that those name', (t) => {
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
  assert.match(elsewhere.all, /Permission denied/); // it may be a log
  assert.doesNotMatch(elsewhere.exactly, /Permission denied/);
  const near = toldBy('grep -r x logs', root, [root]); // names the folder, not the files in it
  assert.deepEqual([near.all.includes('refused'), near.exactly.includes('refused')], [true, false]);
  for (let at = 0; at < 30; at += 1) write('many.sh', `${'word '.repeat(at)} late.txt`);
  write('late.txt', 'Permission denied');
  assert.match(says('sh many.sh one two three four five six seven eight nine ten > log 2>&1'), /permission denied/);
  assert.doesNotMatch(says('touch /srv/x'), /denied|refused|erofs/);
});
