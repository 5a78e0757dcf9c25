import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gapList } from '../../../src/commands/sandbox.ts';
import { createProcesses } from '../../../src/host/process/process.ts';
import { withInit } from '../../../src/host/sandbox/layers/bwrap.ts';
import { landlockGaps } from '../../../src/host/sandbox/layers/landlock.ts';
import { LANDLOCK_PROGRAM } from '../../../src/host/sandbox/layers/landlock-program.ts';
import { systemProgram } from '../../../src/host/sandbox/layers/system-program.ts';
import { createSandbox, type Sandbox } from '../../../src/host/sandbox/session.ts';
import { en } from '../../../src/words/en.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

function place(t: Parameters<typeof cleanUp>[0]) {
  const base = mkdtempSync('/var/tmp/coder-test-');
  const [home, root] = [join(base, 'home'), join(base, 'home', 'proj')];
  mkdirSync(join(home, '.ssh'), { recursive: true });
  mkdirSync(root);
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'CANARY');
  writeFileSync(join(home, '.ssh', 'known_hosts'), 'hosts');
  writeFileSync(join(home, '.netrc'), 'CANARY');
  cleanUp(t, () => rmSync(base, { recursive: true, force: true }));
  return { base, home, root };
}

function run(
  sandbox: Sandbox,
  cwd: string,
  home: string,
  line: string,
  confinement: 'read' | 'write' = 'write',
  sockets = false,
) {
  const { argv, env: own } = sandbox.wrap(['/bin/bash', '--norc', '-c', line], { cwd, confinement, sockets });
  const [program, ...args] = argv;
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: '/',
    encoding: 'utf8',
    env: { ...env, HOME: home, ...own },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  return `${stdout}${stderr}`;
}

test('SBX-1 a bubblewrap that is missing, fails or does nothing does not count; the Landlock layer is tried next', async (t) => {
  const { base, home, root } = place(t);
  const fake = (text: string) => {
    const file = join(base, `fake-${readdirSync(base).length}`);
    writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return file;
  };
  const idle = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"';
  for (const bwrap of [undefined, fake('exit 1'), fake('exit 0'), fake(idle)]) {
    const find = (name: string) => (name === 'bwrap' ? bwrap : undefined);
    const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, find });
    const status = await sandbox.status();
    assert.equal(status.layer, 'none', JSON.stringify(status));
    await sandbox.close();
  }
});

const withoutBubblewrap = (name: string) => (name === 'bwrap' ? undefined : systemProgram(name));
const noPerl = (systemProgram('perl') === undefined || process.platform !== 'linux') && 'there is no perl';

test('SBX-2 SBX-6 SBX-20 under Landlock only the workspace is writable, secrets are hidden and no socket can be created', {
  skip: noPerl,
}, async (t) => {
  const { home, root } = place(t);
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, find: withoutBubblewrap });
  const status = await sandbox.status();
  if (status.layer === 'none') {
    await sandbox.close();
    t.skip('the kernel has no Landlock');
    return;
  }
  assert.equal(status.layer, 'landlock');
  assert.ok(status.gaps.includes('modes-and-times'));
  assert.deepEqual([landlockGaps(6).includes('signals'), landlockGaps(5).includes('signals')], [false, true]);
  const text = run(
    sandbox,
    root,
    home,
    'echo in > f; echo out > ~/f; cat ~/.ssh/id_rsa ~/.netrc ~/.ssh/known_hosts; cat f; echo t > $TMPDIR/t && echo temporary; cat /proc/$PPID/environ; echo > /dev/tcp/127.0.0.1/22',
  );
  assert.match(text, /hosts/);
  assert.match(text, /in\n/);
  assert.match(text, /temporary/);
  assert.ok(!text.includes('CANARY'), text);
  assert.deepEqual([existsSync(join(home, 'f')), existsSync(join(root, 'f'))], [false, true]);
  const read = run(sandbox, root, home, 'echo more > f; cat f', 'read');
  assert.match(read, /denied[\s\S]*|in/);
  assert.equal(execFileSync('cat', [join(root, 'f')], { encoding: 'utf8' }), 'in\n');
  const sockets = `my @made = map { socket(my $s, $_, SOCK_STREAM, 0) ? 1 : 0 } PF_INET, PF_INET6, PF_UNIX; print "made @made\\n"`;
  const line = `perl -MSocket -e '${sockets}'`;
  assert.match(run(sandbox, root, home, line), /made 0 0 0/);
  assert.match(run(sandbox, root, home, line, 'write', true), /made 1 1 0/);
  assert.match(run(sandbox, root, home, `${line}; echo x > ~/f`, 'write', true), /denied/);
  await sandbox.close();
});

test('SBX-4 nothing runs on a kernel whose Landlock does not prevent truncating files', {
  skip: noPerl,
}, () => {
  const old = LANDLOCK_PROGRAM.replace('syscall(444, 0, 0, 1)', '2');
  assert.notEqual(old, LANDLOCK_PROGRAM);
  const args = ['-e', old, '--', '0', '0', '0', '0', '0', 'told', '--', '/bin/echo', 'ran'];
  const { status, stdout, stderr } = spawnSync(systemProgram('perl') ?? '', args, { encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.deepEqual([stdout, stderr], ['', 'landlock: before Linux 6.2 it does not prevent truncating files\n']);
});

test('SBX-20 a kernel whose Landlock does not confine signals is reported', { skip: noPerl }, async (t) => {
  const { home, root } = place(t);
  const landlockVersion = async () => 5;
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, find: withoutBubblewrap, landlockVersion });
  cleanUp(t, () => sandbox.close());
  const status = await sandbox.status();
  if (status.layer === 'none') return t.skip('the kernel has no Landlock');
  assert.ok(status.gaps.includes('signals'));
  assert.match(JSON.stringify(gapList(status, en.commands)), /Commands can end your other processes/);
});

test('SBX-7 under Landlock, too, all descendants of a command end on a cancel and with coder, however they hide', {
  skip: noPerl,
}, async (t) => {
  const { home, root } = place(t);
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, find: withoutBubblewrap });
  cleanUp(t, () => sandbox.close());
  if ((await sandbox.status()).layer === 'none') return t.skip('the kernel has no Landlock');
  const hidden =
    "(env -i setsid nohup /bin/sh -c 'trap : TERM HUP; echo $$ > hidden; while :; do sleep 9; done' &) >/dev/null 2>&1";
  const line = `${hidden}; until [ -s hidden ]; do sleep 0.01; done; trap "" TERM; echo ready; sleep 99`;
  const wrap = (argv: readonly string[]) => sandbox.wrap(argv, { cwd: root, confinement: 'write' });
  const gone = async () => {
    const pid = readFileSync(join(root, 'hidden'), 'utf8').trim();
    while (existsSync(`/proc/${pid}/exe`)) await new Promise((resolve) => setImmediate(resolve));
    rmSync(join(root, 'hidden'));
  };
  const processes = createProcesses({ env: { ...env, HOME: home }, marker: 'second-layer' });
  cleanUp(t, () => processes.close());
  const cancel = new AbortController();
  const onOutput = () => cancel.abort();
  const command = { line, cwd: root, timeoutMs: 0, keepBytes: 1000, wrap, onOutput };
  assert.equal((await processes.run(command, cancel.signal)).cancelled, true);
  await gone();
  const [program, ...args] = wrap(['/bin/bash', '--norc', '-c', line]).argv;
  const coder = spawn('/bin/sh', ['-c', '"$@" & wait', 'sh', program, ...args], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  await once(coder.stdout as NonNullable<typeof coder.stdout>, 'data');
  coder.kill('SIGKILL');
  await gone();
  const { exitCode, stdout } = await processes.run(
    { ...command, line: 'kill -0 $PPID; echo $?; kill -9 $$', onOutput: () => undefined },
    new AbortController().signal,
  );
  assert.deepEqual([exitCode, stdout], [137, '1\n']); // it cannot signal the process that would end it
});

test('SBX-3 git works in a clone, a linked worktree and a submodule, hooks stay, and the status is the same inside and outside', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const { home } = place(t);
  const author = '[user]\n\tname = u\n\temail = u@x\n[protocol "file"]\n\tallow = always\n';
  writeFileSync(join(home, '.gitconfig'), author);
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      env: { ...env, HOME: home },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const at = (name: string) => join(home, name);
  git(home, 'init', '-q', '-b', 'main', 'origin');
  git(at('origin'), 'commit', '-qm', 'first', '--allow-empty');
  for (const name of ['clone', 'super']) git(home, 'clone', '-q', 'origin', name);
  git(at('origin'), 'worktree', 'add', '-q', at('linked'));
  git(at('super'), 'submodule', 'add', '-q', at('origin'), 'sub');
  for (const root of [at('clone'), at('linked'), at('super/sub')]) {
    const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env });
    cleanUp(t, () => sandbox.close());
    const { layer } = await sandbox.status();
    assert.equal(layer, 'bubblewrap');
    const line =
      'echo 1 > a; git add -A; git commit -qm a; git branch b; git config x.y z; echo 2 > a; git stash -q; git stash pop -q; echo 3 > new; git worktree add -q w; git worktree remove w; echo x > "$(git rev-parse --git-path hooks)/pre-commit"; git status --porcelain';
    const inside = run(sandbox, root, home, line);
    assert.match(
      inside,
      /pre-commit: Read-only file system\n M a\n\?\? new\n$|^ M a\n\?\? new\n.*pre-commit: Read-only/s,
      root,
    );
    assert.equal(git(root, 'status', '--porcelain'), ' M a\n?? new\n');
    assert.equal(git(root, 'log', '--format=%s', 'b'), 'a\nfirst\n');
    assert.deepEqual(readdirSync(root).toSorted(), ['.git', 'a', 'new']);
  }
});

test('SUP-7 programs of the sandbox are found only in system folders, whatever PATH and the workspace contain', (t) => {
  const { base } = place(t);
  writeFileSync(join(base, 'bwrap'), '#!/bin/sh\n', { mode: 0o777 });
  chmodSync(join(base, 'bwrap'), 0o777); // writable for anyone
  assert.equal(systemProgram('bwrap', [base]), undefined);
  const before = { PATH: process.env.PATH, cwd: process.cwd() };
  Object.assign(process.env, { PATH: `${base}:${before.PATH}` });
  process.chdir(base);
  t.after(() => {
    Object.assign(process.env, { PATH: before.PATH });
    process.chdir(before.cwd);
  });
  for (const name of ['bwrap', 'nsenter', 'perl', 'sandbox-exec']) {
    writeFileSync(join(base, name), '#!/bin/sh\n', { mode: 0o755 });
    assert.notEqual(systemProgram(name)?.startsWith(base), true, name);
  }
});

test('SBX-4 a home layer over its limit behaves like a full disk, and caches go elsewhere', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const { home, root } = place(t);
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, homeBytes: 100_000 });
  const status = await sandbox.status();
  if (status.layer !== 'bubblewrap' || status.home !== 'layer') {
    await sandbox.close();
    t.skip('there is no home layer');
    return;
  }
  run(sandbox, root, home, 'head -c 200000 /dev/zero > ~/big');
  run(sandbox, root, home, 'true'); // triggers the count
  while (!sandbox.isHomeFull) await new Promise((resolve) => setImmediate(resolve));
  const text = run(sandbox, root, home, 'echo x > ~/more; wc -c < ~/big; echo "$XDG_CACHE_HOME"; echo in > f && cat f');
  assert.match(text, /No space left on device/);
  assert.match(text, /200000\n\/tmp\/\.cache\nin/);
  run(sandbox, root, home, 'true');
  await sandbox.close();
});

test('SBX-4 a command that removes the permissions of folders in the home layer does not shut out later commands', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const { home } = place(t);
  const root = join(home, 'code', 'deep', 'proj');
  mkdirSync(root, { recursive: true });
  const modes = () => [home, join(home, 'code'), join(home, 'code', 'deep')].map((path) => statSync(path).mode);
  const before = modes();
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env });
  const status = await sandbox.status();
  if (status.layer !== 'bubblewrap' || status.home !== 'layer') {
    await sandbox.close();
    return t.skip('there is no home layer');
  }
  run(sandbox, root, home, 'chmod 0 ~/code/deep ~/code ~');
  assert.equal(run(sandbox, root, home, 'pwd'), `${root}\n`);
  assert.equal(run(sandbox, root, home, 'pwd', 'read'), `${root}\n`);
  run(sandbox, root, home, 'chmod 0 ~ && rm -rf ~/code; ln -s / ~/code');
  assert.equal(run(sandbox, root, home, 'pwd'), `${root}\n`);
  assert.deepEqual(modes(), before, 'the real home is unchanged');
  await sandbox.close();
});

test('SBX-9 the session’s sockets are bound by perl, or by Node without perl: names are answered and ports are open', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const { home, root } = place(t);
  for (const isWithout of [false, true]) {
    const find = (name: string) => (isWithout && name === 'perl' ? undefined : systemProgram(name));
    const hosts = { resolve: async () => [], env: {} };
    const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, find, hosts });
    const status = await sandbox.status();
    if (status.layer !== 'bubblewrap' || status.network !== 'hosts') {
      await sandbox.close();
      return t.skip('there is no network by host');
    }
    const line = 'getent hosts one.test; (exec 9<>/dev/tcp/127.0.0.1/443) && echo listened';
    const { argv } = sandbox.wrap(['/bin/bash', '--norc', '-c', line], { cwd: root, confinement: 'write' });
    const child = spawn(argv[0], argv.slice(1), { cwd: '/', env, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    const text = await child.stdout?.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
    await sandbox.close();
    assert.match(text ?? '', /^127\.200\.\d+\.\d+ +one\.test\nlistened\n$/);
  }
});

test('SBX-7 a command is not run if coder was killed while its sandbox was being set up', async (t) => {
  const { root } = place(t);
  const file = join(root, 'ran');
  for (const isGone of [true, false]) {
    const started = spawn('/bin/sh', ['-c', 'read go; exec "$@"', 'sh', ...withInit(['touch', file])], {
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    const told = started.stdio[3];
    if (isGone) {
      told?.destroy();
      await once(told as NonNullable<typeof told>, 'close');
    }
    started.stdin?.end('go\n');
    if (isGone) await once(started, 'exit');
    else assert.equal(String((await once(told as NonNullable<typeof told>, 'data'))[0])[0], '\n');
    if (!isGone) await once(told as NonNullable<typeof told>, 'close');
    assert.equal(existsSync(file), !isGone);
    started.kill('SIGKILL');
  }
});

test('SBX-7 a command that was stopped reports nothing but its exit code', async () => {
  const argv = withInit(['/bin/sh', '-c', 'echo own >&2; kill -TERM $$']).slice(1);
  const started = spawn('/bin/sh', argv, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let [said, told] = ['', ''];
  started.stderr?.on('data', (chunk) => void (said += String(chunk)));
  started.stdio[3]?.on('data', (chunk) => void (told += String(chunk)));
  await once(started.stdio[3] as NonNullable<(typeof started.stdio)[3]>, 'close');
  started.kill('SIGKILL');
  await once(started, 'close');
  assert.deepEqual([said, told], ['own\n', '\n143\n']);
});

test('SBX-18 a command takes at most 10 ms more CPU time inside than outside', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const { home, root } = place(t);
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env });
  const status = await sandbox.status();
  if (status.layer !== 'bubblewrap') {
    await sandbox.close();
    t.skip('there is no first layer');
    return;
  }
  const plain = ['/bin/bash', '--norc', '-c', 'true'];
  const inside = sandbox.wrap(plain, { cwd: root, confinement: 'write', onTerminal: true }).argv;
  const more = leastProcessorMs(inside) - leastProcessorMs(plain);
  await sandbox.close();
  assert.ok(more <= 10, `${more} ms`);
});

/** User and system time of all processes of a run, the least of a few runs. */
function leastProcessorMs(argv: readonly string[]): number {
  const runs = Array.from({ length: 5 }, () => {
    const { stdout } = spawnSync('/bin/bash', ['--norc', '-c', '"$@"; times', 'bash', ...argv], { encoding: 'utf8' });
    const spent = (stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g);
    return [...spent].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
  });
  return Math.min(...runs);
}
