/** A real repository in a scratch folder, with a separate home, and git as coder calls it. */

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createWorkspace } from '../../src/host/files/workspace.ts';
import { createGit } from '../../src/host/git/git.ts';
import { createProcesses } from '../../src/host/process/process.ts';
import { scratchFolder } from '../fixtures/file-tools.ts';

export async function repository(t: TestContext, options: { init?: boolean; path?: string } = {}) {
  const folder = await scratchFolder(t);
  const root = join(folder, 'repo');
  const home = join(folder, 'home');
  mkdirSync(root);
  mkdirSync(home);
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\nname = Test\nemail = test@example.org\n[init]\ndefaultBranch = main\n',
  );
  const env = { PATH: options.path?.replace('ROOT', root) ?? process.env['PATH'], HOME: home };
  const processes = createProcesses({ env, marker: 'git-test' });
  t.after(() => processes.close());
  const workspace = createWorkspace({ root });
  const run = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const put = (name: string, content: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
    chmodSync(join(root, name), mode);
  };
  const marker = join(folder, 'marker');
  /** Plants a program that leaves a trace when it is run. */
  const plant = (name: string) => {
    put(name, `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat\n`, 0o755);
    return join(root, name);
  };
  if (options.init !== false) {
    run('init', '-q');
    put('a.txt', 'one\n');
    run('add', '.');
    run('commit', '-q', '-m', 'first');
  }
  return {
    root,
    folder,
    workspace,
    processes,
    git: createGit({ processes, cwd: root, avoid: workspace.roots, env }),
    run,
    put,
    plant,
    hasRun: () => existsSync(marker),
  };
}
