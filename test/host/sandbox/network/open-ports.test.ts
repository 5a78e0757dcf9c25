import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemProgram } from '../../../../src/host/sandbox/layers/system-program.ts';
import { createSandbox } from '../../../../src/host/sandbox/session.ts';
import { cleanUp } from '../../../fixtures/clean-up.ts';
import { nodeInside } from '../../../fixtures/node-inside.ts';

const skip =
  ['bwrap', 'nsenter', 'perl'].some((name) => systemProgram(name) === undefined) &&
  'bubblewrap or perl is not installed';

const SERVES = `import { createServer } from 'node:http';
const body = 'inside '.repeat(40_000);
for (const [port, host] of [[Number(process.argv[2]), '127.0.0.1'], [Number(process.argv[3]), '::1']])
  createServer((_request, response) => response.end(body)).on('error', () => undefined).listen(port, host);
`;

test('SBX-8 a server that a command started, on either loopback, is reached from this machine as long as it runs', {
  skip,
}, async (t) => {
  const base = mkdtempSync('/var/tmp/coder-test-');
  const [home, root] = [join(base, 'home'), join(base, 'home', 'proj')];
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'serve.mjs'), SERVES);
  const [port, six] = [await freePort(), await freePort()];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const sandbox = createSandbox({
    mode: 'auto',
    roots: [root],
    home,
    env,
    opensPorts: true,
    hosts: { resolve: async () => [], env: {} },
  });
  await sandbox.status();
  const { argv } = sandbox.wrap([nodeInside(root), 'serve.mjs', String(port), String(six)], {
    cwd: root,
    confinement: 'write',
  });
  const child = spawn(argv[0], argv.slice(1), {
    cwd: '/',
    env: { ...env, HOME: home },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await sandbox.close();
    rmSync(base, { recursive: true, force: true });
  });
  const until = async (isSo: () => boolean) => {
    for (let count = 0; !isSo(); count += 1) {
      assert.ok(count < 1000);
      await sleep(10);
    }
  };
  await until(() => sandbox.openPorts().includes(port));
  assert.equal(sandbox.openPorts().includes(9418), false);
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(`http://127.0.0.1:${port}/`)).text()));
  assert.deepEqual(
    texts.map(({ length }) => length),
    [280_000, 280_000, 280_000],
  );
  if (sandbox.openPorts().includes(six))
    assert.equal((await (await fetch(`http://127.0.0.1:${six}/`)).text()).length, 280_000);
  child.kill('SIGKILL');
  await until(() => sandbox.openPorts().length === 0);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
