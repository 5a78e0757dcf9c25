import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Grant } from '../../src/protocol/policy.ts';
import { projectGrants } from '../../src/session/grants.ts';
import { tempFolder } from './open.ts';

const { signal } = new AbortController();
const push: Grant = { permission: 'bash', pattern: 'git push origin *', lifetime: 'project', at: 1 };
const edit: Grant = { permission: 'edit', lifetime: 'project', at: 2 };

function places(t: { after(done: () => void): void }): { home: string; root: string } {
  const folder = tempFolder(t);
  const [home, root] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(root);
  return { home, root };
}

test('APR-7 grants are kept for the project, once each, and can be revoked', async (t) => {
  const { home, root } = places(t);
  const grants = projectGrants(home, root);
  assert.deepEqual(await grants.load(), []);
  await grants.add(push, signal);
  await grants.add(edit, signal);
  await grants.add({ ...push, at: 3 }, signal);
  assert.deepEqual(await projectGrants(home, root).load(), [edit, { ...push, at: 3 }]);
  assert.equal(await grants.revoke({ permission: 'bash', pattern: 'git push origin *' }, signal), 1);
  assert.equal(await grants.revoke({ permission: 'bash', pattern: 'git push *' }, signal), 0);
  assert.deepEqual(await grants.load(), [edit]);
});

test('SEC-2 E1 grants are stored in the person’s state, private, and never in the project', async (t) => {
  const { home, root } = places(t);
  await projectGrants(home, root).add(push, signal);
  assert.deepEqual(readdirSync(root), []);
  const [key = ''] = readdirSync(join(home, 'projects'));
  const file = join(home, 'projects', key, 'grants.json');
  assert.deepEqual(readdirSync(join(file, '..')), ['grants.json']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  for (const folder of [home, join(home, 'projects'), join(home, 'projects', key)])
    assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('C6 another folder under the same name is another project; a link to a project is the same one', async (t) => {
  const { home, root } = places(t);
  await projectGrants(home, root).add(push, signal);
  symlinkSync(root, `${root}-link`);
  assert.deepEqual(await projectGrants(home, `${root}-link`).load(), [push]);
  renameSync(root, `${root}-moved`);
  assert.deepEqual(await projectGrants(home, `${root}-moved`).load(), []);
  mkdirSync(root);
  assert.deepEqual(await projectGrants(home, root).load(), []);
});

test('H4 a damaged file grants nothing and is kept', async (t) => {
  const { home, root } = places(t);
  await projectGrants(home, root).add(push, signal);
  const [key = ''] = readdirSync(join(home, 'projects'));
  const folder = join(home, 'projects', key);
  for (const text of ['', '{', '[]', '{"version":2,"grants":[]}', '{"version":1,"grants":{}}', 'null']) {
    writeFileSync(join(folder, 'grants.json'), text);
    assert.deepEqual(await projectGrants(home, root).load(), []);
  }
  writeFileSync(join(folder, 'grants.json'), '{broken');
  await projectGrants(home, root).add(edit, signal);
  assert.deepEqual(await projectGrants(home, root).load(), [edit]);
  const aside = readdirSync(folder).find((name) => name.includes('.damaged-')) ?? '';
  assert.equal(readFileSync(join(folder, aside), 'utf8'), '{broken');
  writeFileSync(
    join(folder, 'grants.json'),
    JSON.stringify({ version: 1, grants: [1, { permission: 'bash' }, { ...push, lifetime: 'session' }, push] }),
  );
  assert.deepEqual(await projectGrants(home, root).load(), [push], 'only what is a grant counts');
});

test('H2 grants that several processes add at once are all kept', async (t) => {
  const { home, root } = places(t);
  const code = `
    import { projectGrants } from ${JSON.stringify(new URL('../../src/session/grants.ts', import.meta.url).href)};
    const [home, root, name] = process.argv.slice(1);
    for (let n = 0; n < 8; n += 1) {
      await projectGrants(home, root).add({ permission: 'bash', pattern: name + n, lifetime: 'project', at: n }, new AbortController().signal);
    }`;
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', code, home, root, name], { stdio: 'inherit' }),
  );
  const exits = await Promise.all(children.map((child) => once(child, 'exit')));
  assert.deepEqual(
    exits.map(([status]) => status as number),
    [0, 0, 0, 0],
  );
  assert.equal((await projectGrants(home, root).load()).length, 32);
});
