import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createResolver } from '../../../src/base/net/url-reach.ts';
import { createSandbox, type Wrapped } from '../../../src/host/sandbox/session.ts';
import { systemProgram } from '../../../src/host/sandbox/system-program.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** Each is run on a layer, and then for real: both change the same. */
const LINES = [
  'echo new > n.txt; echo more >> a.txt',
  'rm b.txt; mkdir -p d/e; cp a.txt d/e/c.txt',
  'sed -i s/one/two/ a.txt; mv b.txt moved.txt',
  'git add -A && git -c user.email=a@b.c -c user.name=n commit -qm x --date 2020-01-01T00:00:00',
  'rm -rf src; echo x > ~/outside; echo y > /tmp/t; exit 3',
  'tar cf all.tar a.txt && gzip -n all.tar',
  'touch a.txt; chmod +x a.txt; ln -s a.txt link',
  "python3 -c \"open('p.txt', 'w').write('p' * 100)\"; cat a.txt",
];

test('SBX-16 a command that is tried changes nothing, and shows what the real run then changes', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const base = mkdtempSync('/var/tmp/coder-test-');
  cleanUp(t, () => rmSync(base, { recursive: true, force: true }));
  const [home, root, kept] = [join(base, 'home'), join(base, 'home', 'proj'), join(base, 'kept')];
  mkdirSync(join(root, 'src'), { recursive: true });
  for (const name of ['a.txt', 'b.txt', 'src/c.txt']) writeFileSync(join(root, name), 'one\n');
  spawnSync('git', ['init', '-q', root]);
  cpSync(root, kept, { recursive: true });
  const hosts = { resolve: createResolver(), env: {} };
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, hosts });
  cleanUp(t, () => sandbox.close());
  const run = ({ argv: [program, ...args], env: own }: Wrapped) =>
    spawnSync(program, args, {
      cwd: '/',
      env: { ...env, HOME: home, ...own },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
  const status = await sandbox.status();
  if (status.layer !== 'bubblewrap' || status.home !== 'layer') return t.skip('there is no home layer');
  for (const line of LINES) {
    const before = tree(root);
    const trial = await sandbox.openTrial();
    assert.ok(trial);
    const tried = run(trial.wrap(['/bin/bash', '--norc', '-c', line], root));
    const { files } = trial.seen();
    trial.close();
    assert.deepEqual(tree(root), before, line);
    const real = run(sandbox.wrap(['/bin/bash', '--norc', '-c', line], { cwd: root, confinement: 'write' }));
    assert.equal(tried.status, real.status, `${line}: ${String(tried.stderr)}`);
    assert.equal(String(tried.stdout), String(real.stdout), line);
    const after = tree(root);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    const told = files.map(({ path }) => path.slice(root.length + 1)).toSorted();
    const gone = files.filter(({ change }) => change === 'deleted').map(({ path }) => path.slice(root.length + 1));
    assert.deepEqual(
      told.filter(isPlain),
      changed
        .filter(isPlain)
        .filter((name) => !isBelow(name, gone))
        .toSorted(),
      line,
    );
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
    cpSync(kept, root, { recursive: true });
  }
  assert.equal(existsSync(join(home, 'outside')), false);
});

/** What git itself keeps holds times. */
function isPlain(name: string): boolean {
  return !name.startsWith('.git');
}

function isBelow(name: string, folders: readonly string[]): boolean {
  return folders.some((folder) => name.startsWith(`${folder}/`));
}

function tree(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.map((name) => {
      const stats = lstatSync(join(root, name));
      return [name, stats.isFile() ? readFileSync(join(root, name), 'utf8') : String(stats.mode)];
    }),
  );
}
