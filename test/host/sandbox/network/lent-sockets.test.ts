import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemProgram } from '../../../../src/host/sandbox/layers/system-program.ts';
import { findLent } from '../../../../src/host/sandbox/network/lent-sockets.ts';
import { createSandbox } from '../../../../src/host/sandbox/session.ts';
import { cleanUp } from '../../../fixtures/clean-up.ts';

const skip =
  ['bwrap', 'nsenter', 'ssh-agent', 'ssh-keygen'].some((name) => systemProgram(name) === undefined) &&
  'bubblewrap or OpenSSH is not installed';

test('SBX-11 a lent agent lists keys and signs while its keys stay hidden; without lending there is no agent', {
  skip,
}, async (t) => {
  const base = mkdtempSync('/var/tmp/coder-test-');
  const [home, root] = [join(base, 'home'), join(base, 'home', 'proj')];
  mkdirSync(join(home, '.ssh'), { recursive: true, mode: 0o700 });
  mkdirSync(root);
  const [path, key] = [join(base, 'agent.sock'), join(home, '.ssh', 'id_ed25519')];
  const agent = spawn('/usr/bin/ssh-agent', ['-D', '-a', path], { stdio: ['ignore', 'pipe', 'ignore'] });
  cleanUp(t, () => {
    agent.kill();
    rmSync(base, { recursive: true, force: true });
  });
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  execFileSync('/usr/bin/ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'mine', '-f', key]);
  execFileSync('/usr/bin/ssh-add', ['-q', key], { env: { SSH_AUTH_SOCK: path }, stdio: 'ignore' });

  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home, env, personEnv: { SSH_AUTH_SOCK: path } });
  await sandbox.status();
  const lent = sandbox.lendable('ssh-agent');
  assert.equal(lent?.path, path);
  const run = (line: string, isLent: boolean) => {
    const how = { cwd: root, confinement: 'write' as const, ...(isLent && { lent }) };
    const { argv, env: own } = sandbox.wrap(['/bin/bash', '--norc', '-c', line], how);
    const options = { cwd: '/', env: { ...env, HOME: home, ...own }, encoding: 'utf8' as const };
    return spawnSync(argv[0], argv.slice(1), { ...options, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  };
  const sign = `git init -q . && git -c user.name=n -c user.email=e@x.y -c gpg.format=ssh -c user.signingkey=${key}.pub commit -q -S --allow-empty -m one && git cat-file -p HEAD`;
  const with_ = run(`ssh-add -l; ${sign}; cat ~/.ssh/id_ed25519`, true);
  assert.match(with_.stdout, /mine \(ED25519\)/, with_.stderr);
  assert.match(with_.stdout, /BEGIN SSH SIGNATURE/, with_.stderr);
  assert.doesNotMatch(with_.stdout, /PRIVATE KEY/);
  assert.match(run('ssh-add -l', false).stderr, /authentication agent/);
  await sandbox.close();
  assert.ok(existsSync(key));
});

test('SBX-11 a path that is not a socket of the person is not lent', (t) => {
  const base = mkdtempSync('/var/tmp/coder-test-');
  cleanUp(t, () => rmSync(base, { recursive: true, force: true }));
  writeFileSync(join(base, 'file'), '');
  for (const path of [undefined, '', 'agent.sock', join(base, 'file'), join(base, 'missing'), base])
    assert.equal(findLent('ssh-agent', { SSH_AUTH_SOCK: path }, base), undefined);
  assert.equal(findLent('gpg-agent', { GNUPGHOME: base }, base)?.path.startsWith(base) ?? false, false);
});
