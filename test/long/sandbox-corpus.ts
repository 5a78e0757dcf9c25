/**
 * Every labelled shell line and mutations of them, really run in the sandbox, which is within a second wall: nothing changes outside, no canary
 * comes out, nothing is reached. Arguments: how many lines, how many mutations, the user (0 or another), `landlock` to forbid namespaces.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createSandbox } from '../../src/host/sandbox/session.ts';
import { systemProgramInside, throughWall } from '../fixtures/outer-wall.ts';
import { labelledLines } from '../policy/fixture.ts';

const [count = '60', mutations = '20', uid = '1000', layer = 'bubblewrap'] = process.argv.slice(2);
const ended = throughWall({ uid: Number(uid), forbidsNamespaces: layer === 'landlock', seconds: 6 * 3600 });
if (ended !== undefined) process.exit(ended);
const CANARY = 'CANARYSECRET42';
const LIMITS = 'ulimit -u 400 -f 20480 -v 4000000 2>/dev/null; ';
const base = mkdtempSync('/var/tmp/coder-corpus-');
const [home, template] = [join(base, 'home'), join(base, 'template')];
const root = join(home, 'proj');
mkdirSync(join(home, '.ssh'), { recursive: true });
mkdirSync(join(home, '.aws'));
mkdirSync(join(template, 'src'), { recursive: true });
for (const name of [
  '.ssh/id_rsa',
  '.aws/credentials',
  '.netrc',
  '.npmrc',
  '.git-credentials',
  '.pgpass',
  '.bash_history',
])
  writeFileSync(join(home, name), CANARY);
writeFileSync(join(home, '.bashrc'), 'mine\n');
for (const name of ['package.json', 'notes.txt', 'src/util.ts']) writeFileSync(join(template, name), '{}\n');
spawnSync('git', ['init', '-q', template]);

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
}).listen(18_098, '127.0.0.1');

const rows = labelledLines();
const step = Math.max(1, Math.floor(rows.length / Number(count)));
const lines = rows.filter((_, index) => index % step === 0).map(({ cmd }) => cmd);
let seed = 5 + Number(uid) * 2 + layer.length; // other ones for each user and layer
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
for (let made = 0; made < Number(mutations); made += 1) lines.push(mutated(rows[random(rows.length)]?.cmd ?? ''));

let [changed, leaked, killed] = [0, 0, 0];
mkdirSync(root);
const sandbox = createSandbox({
  mode: 'auto',
  roots: [root],
  home,
  env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  find: systemProgramInside,
});
const status = await sandbox.status();
if (status.layer !== layer) throw new Error(`the layer is ${status.layer}`);
const started = performance.now();
for (const [index, line] of lines.entries()) {
  if (index > 0 && index % 250 === 0) console.log(said(index));
  reset();
  const before = snapshot();
  const text = await run(line.replaceAll('\0', ''));
  if (snapshot() !== before) {
    changed += 1;
    console.log('CHANGED', JSON.stringify(line));
  }
  if (text.includes(CANARY)) {
    leaked += 1;
    console.log('LEAKED', JSON.stringify(line));
  }
}
await sandbox.close();
listener.close();
spawnSync('chmod', ['-R', 'u+rwX', base]);
rmSync(base, { recursive: true, force: true });
console.log(said(lines.length));
process.exit(changed + leaked + connections === 0 ? 0 : 1);

function said(done: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  return `${done} lines in ${seconds} s as user ${uid} in ${layer}: ${changed} changed outside, ${leaked} leaked, ${connections} connections, ${killed} ended after 3 s`;
}

/** Two pieces of lines put together, or one with something taken out. */
function mutated(line: string): string {
  const other = rows[random(rows.length)]?.cmd ?? '';
  const at = random(line.length + 1);
  const way = random(4);
  if (way === 0) return `${line.slice(0, at)}${other.slice(random(other.length + 1))}`;
  if (way === 1) return `${line}; ${other}`;
  if (way === 2) return line.slice(0, at) + line.slice(at + 1 + random(4));
  return line.replaceAll('package.json', '~/.bashrc').replaceAll('src', '/etc');
}

/** The workspace stays the same folder: it is what the sandbox holds. What a line left running may still work in it for a moment. */
function reset(triesLeft = 20): void {
  try {
    empty();
    cpSync(template, root, { recursive: true });
  } catch (error) {
    if (triesLeft === 0) throw error;
    spawnSync('chmod', ['-R', 'u+rwX', root]); // a line took the rights away
    reset(triesLeft - 1);
  }
}

function empty(): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
}

function snapshot(): string {
  const hash = createHash('sha1');
  const walk = (path: string): void => {
    const stats = lstatSync(path);
    hash.update(`${path} ${stats.mode} ${stats.uid} ${stats.isDirectory() ? '' : `${stats.size} ${stats.mtimeMs}`}`);
    if (stats.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (path !== home || name !== 'proj') walk(join(path, name));
    } else hash.update(stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  walk(home);
  const own = (folder: string) =>
    readdirSync(folder)
      .filter(
        (name) =>
          !/^(?:coder-|systemd|tmux|bash_jobs)/.test(name) &&
          lstatSync(join(folder, name), { throwIfNoEntry: false })?.uid === process.getuid?.(),
      )
      .sort()
      .join();
  return `${hash.digest('hex')} ${['/tmp', '/var/tmp', '/dev/shm', '/srv', '/root', '/home', '/mnt'].map(own).join()}`;
}

function run(line: string): Promise<string> {
  const shell = [
    '/bin/bash',
    '--norc',
    '--noprofile',
    '-c',
    `${LIMITS}exec /bin/bash --norc --noprofile -c "$0" 2>&1`,
    line,
  ];
  const { argv, env } = sandbox.wrap(shell, { cwd: root, confinement: 'write' });
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', GIT_TERMINAL_PROMPT: '0', ...env },
    });
    const end = () => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(text);
    };
    const timer = setTimeout(() => {
      killed += 1;
      end();
    }, 3000);
    const take = (chunk: Buffer) => {
      if (text.length < 2e6) text += chunk.toString();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.stdio[3]?.once('data', () => setTimeout(end, 5));
    child.on('error', end);
    child.on('exit', () => setTimeout(end, 5));
  });
}
