import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCoder, scratch } from '../../fixtures/run-coder.ts';

test('CLI-11 coder config path, get, set and edit work on your own file, keep comments and refuse wrong values', async () => {
  using place = scratch();
  const file = join(place.home, '.coder', 'config.json');
  const config = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    runCoder(['config', ...args], { cwd: place.path, env: { HOME: place.home, ...env } });
  assert.deepEqual(await config(['path']), { code: 0, stdout: `${file}\n`, stderr: '' });
  mkdirSync(join(place.home, '.coder'), { recursive: true, mode: 0o700 });
  writeFileSync(file, '{\n  // mine\n  "mode": "plan"\n}\n');
  assert.equal((await config(['set', 'runtime.max_steps', '7'])).stdout, `runtime.max_steps is set in ${file}\n`);
  assert.equal((await config(['set', 'model', '4'])).code, 0);
  const text = readFileSync(file, 'utf8');
  assert.match(text, /\/\/ mine\n {2}"mode": "plan",\n/);
  assert.match(text, /"max_steps": 7[\s\S]*"model": "4"/);
  assert.equal((await config(['get', 'runtime.max_steps'])).stdout, '7\n');
  assert.equal((await config(['get', 'mode'])).stdout, 'plan\n');
  const wrong = await config(['set', 'runtime.max_steps', 'many']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^coder: runtime\.max_steps: expected a whole number/);
  assert.equal((await config(['set', 'runtime.max_stepz', '3'])).code, 2);
  const unknown = await config(['set', 'mode', 'zz']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /^coder: command line: mode: unknown mode "zz"; known: build, plan/);
  assert.equal(readFileSync(file, 'utf8'), text);
  assert.equal((await config(['get', 'nope'])).code, 2);
  assert.match((await config(['frobnicate'])).stderr, /usage: coder config/);
  const edited = await config(['edit'], { EDITOR: "sed -i 's/plan/build/'", VISUAL: '' });
  assert.deepEqual([edited.code, edited.stdout], [0, `${file}\n`]);
  assert.match(readFileSync(file, 'utf8'), /"mode": "build"/);
  const broken = await config(['edit'], { EDITOR: "sed -i 's/build/bui\"ld/'", VISUAL: '' });
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /config\.json:\d+/);
});

test('CLI-11 edit creates a file with a hint if there is none', async () => {
  using place = scratch();
  const env = { HOME: place.home, EDITOR: 'true', VISUAL: '' };
  assert.equal((await runCoder(['config', 'edit'], { cwd: place.path, env })).code, 0);
  const file = join(place.home, '.coder', 'config.json');
  assert.match(readFileSync(file, 'utf8'), /\/\/ Your settings/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('CLI-11 set corrects a wrong value of your own file, one mistake after the other, and names no file for a value that is in none', async () => {
  using place = scratch();
  const file = join(place.home, '.coder', 'config.json');
  const config = (...args: string[]) => runCoder(['config', ...args], { cwd: place.path, env: { HOME: place.home } });
  const refused = await config('set', 'ui.style', 'fancy');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^coder: ui\.style: expected .*, got "fancy"\n$/);
  assert.ok(!existsSync(file));

  mkdirSync(join(place.home, '.coder'), { recursive: true, mode: 0o700 });
  writeFileSync(file, '{"ui":{"style":"fancy"},"runtime":{"max_steps":"many"}}\n');
  const other = await config('set', 'model', 'm');
  assert.equal(other.code, 1);
  assert.match(other.stderr, /config\.json:1:\d+: ui\.style: expected/);
  assert.equal((await config('set', 'ui.style', 'full')).code, 0);
  assert.equal((await config('set', 'runtime.max_steps', '9')).code, 0);
  assert.equal((await config('get', 'ui.style')).stdout, 'full\n');
  assert.equal(readFileSync(file, 'utf8'), '{"ui":{"style":"full"},"runtime":{"max_steps":9}}\n');
});

test('CLI-11 edit does not start vi without a terminal', async () => {
  using place = scratch();
  const env = { HOME: place.home, EDITOR: '', VISUAL: '' };
  const { code, stdout, stderr } = await runCoder(['config', 'edit'], { cwd: place.path, env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^coder: vi needs a terminal, and there is none; set EDITOR/);
});
