import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createGit } from '../../../src/host/git/git.ts';
import { createProcesses } from '../../../src/host/process/process.ts';
import { lacks } from '../../fixtures/programs.ts';
import { scratch } from '../../fixtures/run-coder.ts';
import { gitInit } from '../../fixtures/undo-bench.ts';

const IN_GIT = ['HEAD', 'config', 'index', 'info/exclude', 'packed-refs', 'info/attributes', 'refs'];
const NAMES = ['.gitignore', '.gitattributes', 'src/.gitignore', ...IN_GIT.map((name) => `.git/${name}`)];

test('B8 a git that waits for a pipe in the place of a file is ended, and the pipe is named', {
  skip: lacks('git', 'mkfifo') ?? process.platform !== 'linux',
}, async (t) => {
  const place = scratch(t).path;
  const template = join(place, 'template');
  mkdirSync(join(template, 'src'), { recursive: true });
  writeFileSync(join(template, 'a.txt'), 'a\n');
  writeFileSync(join(template, 'src', 'b.txt'), 'b\n');
  gitInit(template);
  const env = { PATH: process.env.PATH, HOME: place };
  const processes = createProcesses({ env, marker: 'held-git' });
  t.after(() => processes.close());
  const signal = new AbortController().signal;
  const status = async (name: string, index: number) => {
    const cwd = join(place, String(index));
    cpSync(template, cwd, { recursive: true });
    const branch = name === '.git/refs' ? `.git/refs/heads/${readdirSync(join(cwd, '.git/refs/heads'))[0]}` : name;
    rmSync(join(cwd, branch), { force: true, recursive: true });
    mkdirSync(dirname(join(cwd, branch)), { recursive: true });
    execFileSync('mkfifo', [join(cwd, branch)]);
    const git = createGit({ processes, cwd, avoid: [], env });
    const own = await git.read(['status', '--short'], signal);
    const line = 'echo before; git status; git log -p; git diff; echo after';
    const command = {
      line,
      cwd,
      env: { GIT_CONFIG_NOSYSTEM: '1' },
      timeoutMs: 20_000,
      keepBytes: 10_000,
      mayRunGit: true,
    };
    return { name, own, bash: await processes.run(command, signal) };
  };
  for (const { name, own, bash } of await Promise.all(NAMES.map(status))) {
    assert.ok(!bash.timedOut && bash.gitHeld, `${name}: ${JSON.stringify(bash)}`);
    assert.match(bash.stdout, /^before\n[^]*after\n$/, name);
    if (own.status === 'ok') continue; // does not read this file
    assert.match(own.error, /is a pipe or a device, not a file|A pipe or a device|index cannot be checked/, name);
  }
});
