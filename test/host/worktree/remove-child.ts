/** Removes one worktree, so that a test can kill it halfway. */

import { createGit } from '../../../src/host/git/git.ts';
import { createProcesses } from '../../../src/host/process/process.ts';
import { removeWorktree } from '../../../src/host/worktree/remove-worktree.ts';
import { readRecord } from '../../../src/host/worktree/store.ts';

const [home = '', path = ''] = process.argv.slice(2);
const processes = createProcesses({ env: process.env, marker: 'remove-child' });
const record = readRecord(path);
process.stdout.write('ready\n');
const gitAt = (cwd: string) => createGit({ processes, cwd, avoid: [cwd], env: process.env });
if (record) {
  const host = { home, gitAt, settled: () => processes.settled() };
  const removed = await removeWorktree(host, record, 'perhaps-others', new AbortController().signal);
  process.stdout.write(`${JSON.stringify(removed)}\n`);
}
await processes.close();
