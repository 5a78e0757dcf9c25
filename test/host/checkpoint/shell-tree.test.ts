import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShell } from '../../../src/host/checkpoint/shell-tree.ts';
import { scratch } from '../../fixtures/run-coder.ts';

const FOLDERS = 20;
const EACH = 30;

test('SES-7 SEC-3 a look at an endless tree is given up: one warning is shown, and the next command does not wait', async (t) => {
  const place = scratch(t);
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(join(place.path, `d${folder}`));
    for (let file = 0; file < EACH; file += 1) writeFileSync(join(place.path, `d${folder}`, String(file)), '');
  }
  const said: object[] = [];
  let time = 0;
  const shell = createShell({
    root: place.path,
    folder: join(place.home, 'undo'),
    maxBytes: 1e6,
    maxFileBytes: 1e5,
    gitAt: () => assert.fail('there is no repository'),
    warn: (problem) => said.push(problem),
    patience: { ms: 1_500, files: 100 },
    now: () => (time += 500), // as on a very slow disk
  });
  t.after(() => shell.close());
  await shell.prepare(new AbortController().signal);
  assert.ok(shell.isTooLarge);
  const before = time;
  await shell.prepare(new AbortController().signal);
  assert.equal(time, before, 'the second look is not even begun');
  assert.deepEqual(said, [{ kind: 'too-many-files', root: place.path }]);
});
