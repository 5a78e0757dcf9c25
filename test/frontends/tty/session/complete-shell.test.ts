import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { createShellNames } from '../../../../src/frontends/tty/session/complete-shell.ts';

test('IN-9 programs on the PATH and names in a folder are completed', async (context) => {
  const root = await mkdtemp(join(tmpdir(), 'coder-complete-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'bin'));
  await mkdir(join(root, 'work', 'src'), { recursive: true });
  await writeFile(join(root, 'bin', 'frobnicate'), '');
  await writeFile(join(root, 'work', 'a.ts'), '');
  await symlink(join(root, 'bin'), join(root, 'work', 'linked'));
  await symlink(join(root, 'gone'), join(root, 'work', 'broken'));
  const path = [join(root, 'missing'), '', join(root, 'bin')].join(delimiter);
  const names = createShellNames({ cwd: join(root, 'work'), home: root, path });

  const programs = await names.programs();
  assert.ok(programs.includes('frobnicate') && programs.includes('cd'));
  assert.equal(await names.programs(), programs);
  assert.deepEqual(await names.entries(''), ['a.ts', 'broken', 'linked/', 'src/']);
  assert.deepEqual(await names.entries('../'), ['bin/', 'work/']);
  assert.deepEqual(await names.entries('~/'), ['bin/', 'work/']);
  assert.deepEqual(await names.entries(`${root}/bin/`), ['frobnicate']);
  assert.deepEqual(await names.entries('nowhere/'), []);
});
