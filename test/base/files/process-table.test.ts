import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { lifeOf, processIds, statOf } from '../../../src/base/files/process-table.ts';

const noTable = process.platform === 'linux' ? false : 'only Linux has this table';

test('a process is alive until it has been waited for, and an id that no process can have is not reported as gone', async () => {
  const child = spawn('sleep', ['60']);
  assert.equal(lifeOf(child.pid ?? 0), 'own');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(lifeOf(child.pid ?? 0), 'gone');
  assert.equal(lifeOf(Number.NaN), 'foreign');
});

test('the row of a process is read even if its name contains parentheses and spaces', { skip: noTable }, async () => {
  const child = spawn('bash', ['-c', 'printf "a) R 1 (b" > /proc/self/comm; echo; read'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    await once(child.stdout, 'data');
    const { pid = 0 } = child;
    const stat = statOf(pid);
    assert.deepEqual([stat?.parent, stat?.group, stat?.session, stat?.hasEnded], [process.pid, pid, pid, false]);
    assert.match(stat?.start ?? '', /^\d+$/);
    assert.ok(processIds().includes(pid));
  } finally {
    child.kill('SIGKILL');
  }
  await once(child, 'exit');
  assert.equal(statOf(child.pid ?? 0), undefined);
});
