import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockedText, tryLock, withLock } from '../../../src/base/files/file-lock.ts';

const lockModule = new URL('../../../src/base/files/file-lock.ts', import.meta.url).href;

function folder(t: { after(done: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'coder-lock-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function run(code: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Starts a process that holds the lock until it is killed. */
async function holder(lock: string) {
  const child = run(`
    import { tryLock } from ${JSON.stringify(lockModule)};
    console.log(tryLock(${JSON.stringify(lock)}).ok);
    setInterval(() => {}, 1000);`);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(output.toString().trim(), 'true');
  return child;
}

test('H2 only one process holds a lock; the second is told who holds it and what to do', (t) => {
  const lock = join(folder(t), 'a.lock');
  const first = tryLock(lock);
  assert.ok(first.ok);
  assert.equal(statSync(lock).mode & 0o777, 0o600);
  const second = tryLock(lock);
  assert.ok(!second.ok);
  assert.equal(second.owner?.pid, process.pid);
  assert.equal(
    lockedText(lock, second.owner).text,
    `in use by process ${process.pid}. End it first; if it is gone, delete ${lock}`,
  );
  first.lock.release();
  first.lock.release();
  const third = tryLock(lock);
  assert.ok(third.ok);
  third.lock.release();
  assert.deepEqual(readdirSync(join(lock, '..')), [], 'nothing is left behind');
});

test('H2 a lock holds while its owner is alive and is taken over once the owner was killed', async (t) => {
  const lock = join(folder(t), 'a.lock');
  const child = await holder(lock);
  assert.ok(!tryLock(lock).ok);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const taken = tryLock(lock);
  assert.ok(taken.ok);
  assert.equal((JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }).pid, process.pid);
  taken.lock.release();
  assert.deepEqual(readdirSync(join(lock, '..')), []);
});

test('H2 a later process with the same pid is not taken for the owner', {
  skip: !existsSync('/proc/self/stat') && 'no /proc',
}, (t) => {
  const lock = join(folder(t), 'a.lock');
  const mine = tryLock(lock);
  assert.ok(mine.ok);
  const owner = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>;
  writeFileSync(lock, JSON.stringify({ ...owner, started: '1', nonce: '0123456789abcdef' }));
  assert.ok(tryLock(lock).ok, 'started at another time');
  writeFileSync(lock, JSON.stringify({ ...owner, host: 'elsewhere', started: '1' }));
  assert.ok(!tryLock(lock).ok, 'on another machine nothing can be known');
  writeFileSync(lock, JSON.stringify({ ...owner, boot: 'before' }));
  assert.ok(tryLock(lock).ok, 'before the last start of this machine');
});

test('H4 an unreadable lock file holds while it is fresh, not for ever', (t) => {
  const lock = join(folder(t), 'a.lock');
  for (const content of ['', '{', '[]', 'null', '{"pid":"x"}']) {
    writeFileSync(lock, content);
    assert.ok(!tryLock(lock).ok);
    utimesSync(lock, new Date(0), new Date(0));
    const taken = tryLock(lock);
    assert.ok(taken.ok);
    taken.lock.release();
  }
});

test('H8 an unreadable lock file dated in the future, because the clock was set back, does not hold', (t) => {
  const lock = join(folder(t), 'a.lock');
  writeFileSync(lock, '');
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(lock, tomorrow, tomorrow);
  assert.ok(tryLock(lock).ok);
});

test('releasing a lock that another process has taken since leaves it in place', (t) => {
  const lock = join(folder(t), 'a.lock');
  const mine = tryLock(lock);
  assert.ok(mine.ok);
  rmSync(lock);
  const other = tryLock(lock);
  assert.ok(other.ok);
  mine.lock.release();
  assert.ok(existsSync(lock));
});

test('H2 an aborted signal ends the wait for a lock with an error', async (t) => {
  const lock = join(folder(t), 'a.lock');
  assert.ok(tryLock(lock).ok);
  const waiting = withLock(lock, AbortSignal.abort(), async () => assert.fail('must not run'));
  await assert.rejects(waiting, { code: 'locked' });
});

test('H2 six processes, a stale lock and one counter: no update is lost', async (t) => {
  const path = folder(t);
  const lock = join(path, 'a.lock');
  const counter = join(path, 'counter');
  writeFileSync(counter, '0');
  const dead = await holder(lock);
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  const code = `
    import { withLock } from ${JSON.stringify(lockModule)};
    import { readFileSync, writeFileSync } from 'node:fs';
    const signal = new AbortController().signal;
    for (let round = 0; round < 40; round += 1) {
      await withLock(${JSON.stringify(lock)}, signal, async () => {
        const count = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
        await new Promise((resolve) => setImmediate(resolve));
        writeFileSync(${JSON.stringify(counter)}, String(count + 1));
      });
    }`;
  const children = Array.from({ length: 6 }, () => run(code));
  const exits = await Promise.all(children.map((child) => once(child, 'exit')));
  assert.deepEqual(
    exits.map(([status]) => status as number),
    [0, 0, 0, 0, 0, 0],
  );
  assert.equal(readFileSync(counter, 'utf8'), '240');
  assert.deepEqual(readdirSync(path), ['counter']);
});
