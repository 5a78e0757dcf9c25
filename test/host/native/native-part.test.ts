/** A native part that was changed is not used, and this is reported. */

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { NATIVE_HASHES } from '../../../src/host/native/hashes.ts';
import { checkNative, findNative } from '../../../src/host/native/native-part.ts';
import { findRipgrep } from '../../../src/host/search/ripgrep.ts';

const PLATFORM = `@vscode/ripgrep-${process.platform}-${process.arch}`;

test('SUP-4 installed native parts match the hashes in the bundle, which has hashes for every platform package', () => {
  for (const name of ['@lydell/node-pty', '@vscode/ripgrep'] as const) {
    assert.equal(findNative(name).status, 'good', name);
    const manifest = readFileSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
    const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> };
    const unknown = Object.keys(optionalDependencies).filter((platform) => !(platform in NATIVE_HASHES));
    assert.deepEqual(unknown, [], 'run "node scripts/native-hashes.ts"');
  }
});

test('SUP-4 one flipped byte, a missing file and an unknown platform are detected', (t) => {
  const { folder, program } = copyOfRipgrep(t);
  assert.deepEqual(checkNative(PLATFORM, folder), { status: 'good', folder });
  const bytes = readFileSync(program);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(program, bytes);
  assert.deepEqual(checkNative(PLATFORM, folder), { status: 'changed', path: program });
  rmSync(program);
  assert.deepEqual(checkNative(PLATFORM, folder), { status: 'changed', path: program });
  assert.deepEqual(checkNative('@vscode/ripgrep-plan9-x64', folder), { status: 'changed', path: folder });
});

test('SUP-4 a changed ripgrep is reported and not run; the system’s ripgrep, or none, is used instead', async () => {
  const told: string[] = [];
  const changed = { status: 'changed' as const, path: '/lib/rg' };
  const found = await findRipgrep(
    { PATH: '/nowhere' },
    [],
    (path) => told.push(path),
    () => changed,
  );
  assert.equal(found, undefined);
  assert.deepEqual(told, ['/lib/rg']);
});

function copyOfRipgrep(t: TestContext): { folder: string; program: string } {
  const part = findNative('@vscode/ripgrep');
  assert.ok(part.status === 'good');
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file = ''] = Object.keys(NATIVE_HASHES[PLATFORM] ?? {});
  mkdirSync(dirname(join(folder, file)));
  copyFileSync(join(part.folder, file), join(folder, file));
  return { folder, program: join(folder, file) };
}
