/** What ships: identical from every build, listed in full, without anything that runs at install. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isLong } from './fixtures/long.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const manifest = readJson('package.json') as {
  version: string;
  dependencies?: object;
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
};
interface Component {
  name: string;
  version: string;
  scope: string;
  hashes: { content: string }[];
  licenses: unknown[];
}
const bill = readJson('dist/sbom.cdx.json') as { components: Component[] };

test('SUP-2 a build in another folder, with another language and time zone, is identical byte for byte', {
  skip: !isLong && 'a second build: CODER_LONG=1, and CI compares that of another user',
}, (t) => {
  const folder = copyOfSource(t);
  const tools = [
    'esbuild',
    `@esbuild/${process.platform}-${process.arch}`,
    'oxc-parser',
    '@oxc-parser',
    '@oxc-project',
  ];
  const names = [...bill.components.map(({ name }) => name), ...tools];
  for (const name of names)
    cpSync(join(project, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  const env = { ...process.env, LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' };
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, env });
  assert.deepEqual(hashesOf(join(folder, 'dist')), hashesOf(join(project, 'dist')));
});

test('SUP-2 the build refuses a linked node_modules, because file names would depend on where it leads', (t) => {
  const folder = copyOfSource(t, ['scripts', 'package.json']);
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /node_modules is a link.*npm ci/);
});

test('SUP-2 --version --verbose names the hash of the bundle that runs', () => {
  const cli = join(project, 'dist', 'cli.js');
  const printed = execFileSync(process.execPath, [cli, '--version', '--verbose'], { encoding: 'utf8' });
  const lines = Object.entries(hashesOf(join(project, 'dist')))
    .filter(([name]) => /^(?:cli|index|chunks\/[^/]+)\.js$/.test(name))
    .map(([name, hash]) => `${hash}  ${name}\n`);
  const digest = createHash('sha256').update(lines.join('')).digest('hex');
  const node = `node ${process.versions.node} ${process.platform}-${process.arch}`;
  assert.equal(printed, `${manifest.version}\nsha256 ${digest}\n${node}\n`);
});

test('SUP-3 run time needs only two optional packages of exact versions, and nothing runs at install', () => {
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(Object.keys(manifest.optionalDependencies), ['@lydell/node-pty', '@vscode/ripgrep']);
  for (const version of Object.values(manifest.optionalDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
  assert.deepEqual(
    atInstall.filter((name) => name in manifest.scripts),
    [],
  );
});

test('SUP-5 the bill of materials lists what is in the bundle, with version, licence and hash', () => {
  const licences = readFileSync(join(project, 'dist', 'THIRD-PARTY.txt'), 'utf8');
  const bundled = bill.components.filter(({ scope }) => scope === 'required');
  assert.ok(bundled.length > 3);
  assert.deepEqual(
    bundled.map(({ name }) => name),
    licences.split(`\n${'-'.repeat(78)}\n\n`).map((text) => text.split('\n')[0]),
  );
  const lock = readJson('package-lock.json') as { packages: Record<string, { version: string; integrity: string }> };
  for (const { name, version, hashes, licenses } of bill.components) {
    const locked = lock.packages[`node_modules/${name}`];
    assert.equal(version, locked?.version, name);
    assert.equal(`sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`, locked?.integrity, name);
    assert.equal(licenses.length, 1, name);
  }
});

test('SUP-6 a release is refused outside CI, with a token, and from anything but its signed tag', () => {
  const tag = `refs/tags/v${manifest.version}`;
  const ci = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:9/', GITHUB_REF: tag };
  const rows: [Record<string, string>, RegExp][] = [
    [{}, /by CI only/],
    [{ GITHUB_ACTIONS: 'true' }, /id-token: write/],
    [{ ...ci, NPM_TOKEN: 'x' }, /A token for publishing is set/],
    [{ ...ci, GITHUB_REF: 'refs/heads/main' }, /not the tag v/],
    [ci, /has changes|HEAD is not|is not signed/],
  ];
  for (const [env, expected] of rows) {
    const options = { cwd: project, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' as const };
    const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/release.ts'], options);
    assert.equal(status, 1);
    assert.match(stderr, /^Not published\. /);
    assert.match(stderr, expected);
    assert.equal(stdout, '');
  }
});

function copyOfSource(
  t: TestContext,
  names = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  for (const name of names) cpSync(join(project, name), join(folder, name), { recursive: true });
  return folder;
}

function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(
    files.filter(isShipped).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** Types are created when packing, after the build. */
function isShipped(file: string): boolean {
  return /\.(?:js|json|txt)$/.test(file) && !file.startsWith('types');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(project, file), 'utf8'));
}
