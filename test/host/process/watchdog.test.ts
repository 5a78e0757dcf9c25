import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { carrying, isLinux, until } from '../running.ts';

/** A process that supervises children and then has no time to end them. */
const DRIVER = `
  import { createProcesses } from ${JSON.stringify(new URL('../../../src/host/process/process.ts', import.meta.url).href)};
  const processes = createProcesses({ env: process.env, marker: process.argv[1] });
  const command = (line) => ({ line, cwd: '/', timeoutMs: 0, keepBytes: 1000 });
  const job = processes.start(command("trap '' TERM; setsid sleep 300 & sleep 300 & wait"));
  void processes.run(command('sleep 300'), new AbortController().signal);
  setTimeout(() => process.stdout.write('up'), 200);
`;

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGHUP'] as const) {
  test(`G5 children end when coder is killed by ${signal}`, {
    skip: isLinux ? false : 'counts processes in /proc',
  }, async () => {
    const marker = `watchdog-${process.pid}-${signal}`;
    const driver = spawn(process.execPath, ['--input-type=module', '-e', DRIVER, marker], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(driver, 'exit');
    await once(driver.stdout, 'data');
    await until(
      () => carrying(marker).length,
      (seen) => seen >= 4,
    );
    driver.kill(signal);
    await exited;
    await until(
      () => carrying(marker),
      (seen) => seen.length === 0,
      2000,
    );
    assert.deepEqual(carrying(marker), []);
  });
}

/** Kills itself in the very moment its first child exists. */
const HASTY = `
  import { createProcesses } from ${JSON.stringify(new URL('../../../src/host/process/process.ts', import.meta.url).href)};
  const processes = createProcesses({ env: process.env, marker: process.argv[1] });
  processes.start({ line: 'sleep 300', cwd: '/', timeoutMs: 0, keepBytes: 1000 });
  process.kill(process.pid, 'SIGKILL');
`;

test('G5 the first child ends too when coder is killed in the moment it starts that child', {
  skip: isLinux ? false : 'counts processes in /proc',
}, async () => {
  const marker = `hasty-${process.pid}`;
  const driver = spawn(process.execPath, ['--input-type=module', '-e', HASTY, marker], { stdio: 'inherit' });
  await once(driver, 'exit');
  await until(
    () => carrying(marker),
    (seen) => seen.length === 0,
  );
});
