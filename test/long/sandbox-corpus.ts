/**
 * Runs every labelled shell line and mutations of them in the sandbox, as `yolo` would, inside an outer wall: nothing changes outside, no
 * canary leaks, nothing is reached, no process is left. Arguments: number of labelled lines, number of mutations, user id (0 or another),
 * layer (`landlock` forbids namespaces), which sample of the lines. Lines share sandbox starts; a finding is narrowed down to its line.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../../src/host/sandbox/session.ts';
import { REPOSITORY, systemProgramInside, throughWall } from '../fixtures/outer-wall.ts';
import { differing, outsideState } from '../fixtures/outside-state.ts';
import { commandOf, descendants } from '../fixtures/reaper.ts';
import { allLabelledLines } from '../policy/fixture.ts';

const [count = '60', mutations = '20', uid = '1000', layer = 'bubblewrap', part = '0'] = process.argv.slice(2);
const CANARY = 'CANARYSECRET42';
const ended = throughWall({
  uid: Number(uid),
  forbidsNamespaces: layer === 'landlock',
  seconds: 2 * 3600,
  env: { AGENT_API_KEY: CANARY },
  hasOwnSystem: true,
});
if (ended !== undefined) process.exit(ended);

const [home, root, template] = ['/home/u', '/home/u/proj', '/opt/template'];
const PORT = 18_098;
const BATCH = 40;
/** After this many batches a new session starts, because files written to the home layer make later lines less effective. */
const BATCHES_OF_SESSION = 8;
const FOLDERS = [home, '/etc', '/tmp', '/var/tmp', '/srv', '/root', '/home', '/mnt', '/media', '/opt'];
if (layer === 'bubblewrap') FOLDERS.push('/dev/shm'); // the fallback layer does not protect it, and reports that
const SECRETS = ['.ssh/id_rsa', '.aws/credentials', '.netrc', '.npmrc', '.git-credentials', '.pgpass', '.bash_history'];
/** Separates the output of the lines. */
const MARK = '\u001e';
/**
 * Runs each argument as a line, with the workspace restored before each. Everything a line started is killed after it, which in the
 * sandbox is every process but this one. On a busy machine a line gets the time it needs: it ends when it only waits, or after a second of
 * CPU time.
 */
const RUNS = String.raw`
use strict; use Time::HiRes 'ualarm';
my ($root, $template, @canary) = splice @ARGV, 0, 4;
my $canary = join '', @canary; # in two, as lines may list these arguments
sub state { join "\n", map { -d $_ && !-l $_ ? ($_, state($_)) : join ' ', $_, (lstat $_)[2, 7, 9, 10] } grep { !m{/\.\.?$} } glob "\Q$_[0]\E/{.,}*" }
sub isBusy {
  opendir my $processes, '/proc' or return;
  for my $pid (grep { /^\d/ && $_ != $$ && kill 0, $_ } readdir $processes) {
    open my $stat, '<', "/proc/$pid/stat" or next;
    return 1 if (<$stat> // '') =~ /\) [RD] /;
  }
}
my ($known, $n, $out) = ('', 0, "$ENV{TMPDIR}/said");
for my $line (@ARGV) {
  syswrite STDOUT, "\036$n\n"; $n++;
  chdir $root;
  my $pid;
  for (1 .. 50) { last if defined($pid = fork); kill 'KILL', -1; select undef, undef, undef, 0.05 }
  exit unless defined $pid;
  if (!$pid) {
    setpgrp; open STDIN, '<', '/dev/null'; open STDOUT, '>', $out; open STDERR, '>&', \*STDOUT;
    exec '/bin/bash', '--norc', '--noprofile', '-c', "ulimit -t 1\n$line"; exit 127;
  }
  my ($idle, $looks) = (0, 0);
  local $SIG{ALRM} = sub {
    $idle = isBusy() ? 0 : $idle + 1;
    if ($idle > 2 || ++$looks > 50) { kill 'KILL', -1 } else { ualarm 200_000 }
  };
  ualarm 200_000; waitpid $pid, 0; ualarm 0;
  kill 'KILL', -1;
  1 while waitpid(-1, 1) > 0;
  if (open my $said, '<', $out) { local $/; print "$canary\n" if index(scalar(<$said>) // '', $canary) >= 0 }
  unlink $out;
  next if state($root) eq $known;
  chdir $root;
  print "$canary\n" if system('grep', '-rqs', $canary, $root) == 0;
  system '/bin/sh', '-c', q{chmod -R u+rwX . 2>/dev/null; rm -rf -- ..?* .[!.]* * 2>/dev/null; cp -r "$0"/. . 2>/dev/null}, $template;
  $known = state($root);
}
syswrite STDOUT, "\036end\n";
`;
const LIMITS = 'ulimit -u 300 -f 4096 -v 4000000 -c 0 2>/dev/null; exec "$@"';

mkdirSync(join(home, '.ssh'), { recursive: true });
mkdirSync(join(home, '.aws'));
mkdirSync(join(template, 'src'), { recursive: true });
mkdirSync(root);
for (const name of SECRETS) writeFileSync(join(home, name), CANARY);
writeFileSync(join(home, '.bashrc'), 'mine\n');
for (const name of ['package.json', 'notes.txt', 'src/util.ts']) writeFileSync(join(template, name), '{}\n');
spawnSync('git', ['init', '-q', '--template=', template]);
const sums = { changed: 0, leaked: 0, connections: 0, left: 0, alone: 0, notRun: 0, wanted: 0, modes: 0 };
/** Listens on both loopback addresses, where mutated lines are aimed. */
const servers = ['127.0.0.1', '::1'].map((address) =>
  createServer((socket) => {
    sums.connections += 1;
    socket.destroy();
  })
    .on('error', () => undefined) // no such address here
    .listen(PORT, address),
);

const rows = allLabelledLines();
const step = Math.max(1, Math.floor(rows.length / Math.max(1, Number(count))));
const lines = rows.filter((_, index) => index % step === Number(part) % step).slice(0, Number(count));
let seed = 5 + Number(uid) * 2 + layer.length + Number(part) * 7919; // different mutations for each user, layer and part
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
for (let made = 0; made < Number(mutations); made += 1) lines.push(mutated(rows[random(rows.length)] ?? ''));

let seen: string[] | undefined;
const modes = modesNow();
await proveLooks();
const started = performance.now();
const opened = networkCounters();
for (let from = 0; from < lines.length; from += BATCH * BATCHES_OF_SESSION) {
  const sandbox = await openSandbox();
  const until = Math.min(lines.length, from + BATCH * BATCHES_OF_SESSION);
  for (let at = from; at < until; at += BATCH) await check(sandbox, lines.slice(at, Math.min(until, at + BATCH)));
  await sandbox.close();
  if ((from / (BATCH * BATCHES_OF_SESSION)) % 5 === 4) console.log(said(until));
}
for (const server of servers) server.close();
const asked = networkCounters().map((value, index) => value - (opened[index] ?? 0));
sums.connections += asked.reduce((a, b) => a + b, 0);
console.log(said(lines.length));
const { changed, leaked, connections, left } = sums;
process.exit(changed + leaked + connections + left + sums.notRun === 0 ? 0 : 1);

function said(done: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const found = `${sums.changed} changed outside, ${sums.leaked} leaked, ${sums.connections} connections, ${sums.left} processes left`;
  return `${done} lines in ${seconds} s as user ${uid} in ${layer}: ${found} (${sums.wanted} hosts refused, ${sums.alone} ended who ran them and were run again alone, ${sums.notRun} not run, ${sums.modes} permission bits changed)`;
}

/** Proves that the checks work: without a sandbox a change and a connection are both detected. */
async function proveLooks(): Promise<void> {
  const [before, counted] = [outside(), networkCounters()];
  writeFileSync('/etc/probe', '');
  if (outside().join() === before.join()) throw new Error('a change is not seen');
  rmSync('/etc/probe');
  const socket = connect(PORT, '127.0.0.1');
  await once(socket, 'close');
  if (sums.connections !== 1 || networkCounters()[0] === counted[0]) throw new Error('a connection is not seen');
  sums.connections = 0;
}

async function openSandbox(): Promise<Sandbox> {
  const sandbox = createSandbox({
    mode: 'auto',
    roots: [root],
    home,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    find: systemProgramInside,
    hosts: { resolve: async () => ['127.0.0.1'], env: {} },
  });
  const status = await sandbox.status();
  if (status.layer !== layer) throw new Error(`the layer is ${status.layer}: ${JSON.stringify(status)}`);
  return sandbox;
}

/** Runs a batch of lines; if there is a finding, halves the batch until the line is found. */
async function check(sandbox: Sandbox, batch: readonly string[]): Promise<void> {
  const problem = await runAndLook(sandbox, batch);
  if (problem === undefined) return;
  if (batch.length === 1) {
    sums[problem] += 1;
    console.log(problem.toUpperCase(), JSON.stringify(batch[0]));
    return;
  }
  const half = Math.ceil(batch.length / 2);
  const before = sums.changed + sums.leaked + sums.left;
  await check(sandbox, batch.slice(0, half));
  await check(sandbox, batch.slice(half));
  if (sums.changed + sums.leaked + sums.left > before) return;
  sums[problem] += 1; // only in combination
  console.log(problem.toUpperCase(), 'one of', JSON.stringify(batch));
}

async function runAndLook(
  sandbox: Sandbox,
  batch: readonly string[],
): Promise<'changed' | 'leaked' | 'left' | undefined> {
  reset();
  const own = new Set(descendants(process.pid));
  const before = (seen ??= outside());
  let isLeaked = false;
  for (let at = 0; at < batch.length; ) {
    const rest = batch.slice(at);
    const { hasLeaked, last } = await run(sandbox, manyOf(rest), rest.length);
    isLeaked ||= hasLeaked;
    if (last === 'end') break;
    const line = rest[last ?? 0] ?? '';
    reset();
    const alone = await run(sandbox, aloneOf(line), 1);
    isLeaked ||= alone.hasLeaked || spawnSync('grep', ['-rqs', CANARY, root]).status === 0;
    if (last === undefined || alone.last === undefined) sums.notRun += 1;
    else sums.alone += 1;
    console.log(last === undefined || alone.last === undefined ? 'NOT RUN' : 'ALONE', JSON.stringify(line), alone.said);
    at += (last ?? 0) + 1;
  }
  sums.modes += putBackModes();
  const after = outside();
  const late = await leftBeside(own);
  if (late.length > 0) {
    console.log('processes', late.map(commandOf).join(', '));
    for (const pid of late) process.kill(pid, 'SIGKILL');
  }
  const changes = differing(before, after);
  if (changes.length > 0) seen = undefined;
  if (changes.length > 0) console.log('DIFFERING', JSON.stringify(changes.slice(0, 10)));
  return changes.length > 0 ? 'changed' : isLeaked ? 'leaked' : late.length > 0 ? 'left' : undefined;
}

/** Counts and restores changed permission bits, which the fallback layer does not protect; the folders must stay readable. */
function putBackModes(): number {
  if (layer !== 'landlock') return 0;
  let count = 0;
  for (const [path, mode] of modes) {
    if (lstatSync(path, { throwIfNoEntry: false })?.mode === mode) continue;
    count += 1;
    chmodSync(path, mode & 0o7777);
  }
  return count;
}

/** Modes of all own files at the start, parents first. */
function modesNow(): Map<string, number> {
  const paths = outside().map((row) => row.slice(0, row.search(/ (?:folder|file) /)));
  return new Map(
    paths.flatMap((path) => {
      const stats = path === '' ? undefined : lstatSync(path, { throwIfNoEntry: false });
      return stats && stats.uid === process.getuid?.() ? [[path, stats.mode] as const] : [];
    }),
  );
}

function outside(): string[] {
  const held = new Set([root, '/opt/etc', REPOSITORY.replace(/\/$/, '')]);
  const except = (path: string) => held.has(path) || /^\/(?:var\/)?tmp\/coder-/.test(path);
  return outsideState({ folders: FOLDERS, except, what: layer === 'landlock' ? 'bytes' : 'all' });
}

/** Processes left after a command ended, allowing the system a moment to clean up. */
async function leftBeside(own: ReadonlySet<number>): Promise<number[]> {
  const look = () => descendants(process.pid).filter((pid) => !own.has(pid) && commandOf(pid) !== '');
  let found = look();
  for (let looks = 0; found.length > 0 && looks < 500; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    found = look();
  }
  return found;
}

/** Splices or joins lines, drops characters, or redirects a line to home and system files, to secrets, or to a server of this machine. */
function mutated(line: string): string {
  const other = rows[random(rows.length)] ?? '';
  const at = random(line.length + 1);
  const way = random(6);
  if (way === 0) return `${line.slice(0, at)}${other.slice(random(other.length + 1))}`;
  if (way === 1) return `${line}; ${other}`;
  if (way === 2) return line.slice(0, at) + line.slice(at + 1 + random(4));
  if (way === 3) return line.replaceAll('package.json', '~/.bashrc').replaceAll('src', '/etc');
  if (way === 4) return line.replace(/(?:package\.json|notes\.txt|src|README\S*|\S+\.(?:ts|js|txt|md))/g, secretFile);
  return line.replace(/https?:\/\/[^\s"'/:]+(?::\d+)?|[\w.-]+\.(?:com|org|net|io|example|test)(?::\d+)?/g, server);
}

function secretFile(): string {
  return `~/${SECRETS[random(SECRETS.length)]}`;
}

function server(name: string): string {
  return `${/^https?:/.exec(name) ? 'http://' : ''}127.0.0.1:${PORT}`;
}

/** Restores the contents of the workspace; the folder itself stays, because the sandbox holds it. */
function reset(): void {
  spawnSync('chmod', ['-R', 'u+rwX', root]); // a line may have removed permissions
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
  cpSync(template, root, { recursive: true });
}

/** Connections opened and packets sent in this network namespace, which in the fallback layer includes those of the lines. */
function networkCounters(): number[] {
  const text = readFileSync('/proc/self/net/snmp', 'utf8');
  const value = (protocol: string, name: string) => {
    const [names = [], values = []] = text
      .split('\n')
      .filter((line) => line.startsWith(`${protocol}:`))
      .map((line) => line.split(' '));
    return Number(values[names.indexOf(name)] ?? 0);
  };
  return [value('Tcp', 'ActiveOpens'), value('Udp', 'OutDatagrams')];
}

function manyOf(batch: readonly string[]): string[] {
  const clean = batch.map((line) => line.replaceAll('\0', ''));
  return ['/usr/bin/perl', '-e', RUNS, '--', root, template, CANARY.slice(0, 6), CANARY.slice(6), ...clean];
}

/** Runs one line directly, supervised only by the sandbox. */
function aloneOf(line: string): string[] {
  const clean = line.replaceAll('\0', '');
  return ['/bin/bash', '--norc', '--noprofile', '-c', `printf '\\0360\\n'; cd ${root}; ulimit -t 1\n${clean}`];
}

interface Ran {
  hasLeaked: boolean;
  /** The last line started, or `end`; `undefined` if none was, because the sandbox did not start. */
  last: number | 'end' | undefined;
  /** The end of the output. */
  said: string;
}

function run(sandbox: Sandbox, argv: readonly string[], count: number): Promise<Ran> {
  const shell = ['/bin/bash', '--norc', '--noprofile', '-c', LIMITS, 'corpus', ...argv];
  const wrapped = sandbox.wrap(shell, { cwd: root, confinement: 'write' });
  const [program, ...args] = wrapped.argv;
  return new Promise((resolve) => {
    let [tail, hasLeaked, told] = ['', false, ''];
    let last: Ran['last'];
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        GIT_TERMINAL_PROMPT: '0',
        ...wrapped.env,
      },
    });
    const end = () => child.kill(wrapped.endsAll ? 'SIGTERM' : 'SIGKILL');
    const timer = setTimeout(end, count * 12_000);
    const take = (chunk: Buffer) => {
      const text = tail + chunk.toString('latin1');
      hasLeaked ||= text.includes(CANARY);
      for (const [, mark = ''] of text.matchAll(new RegExp(`${MARK}(\\d+|end)\\n`, 'g')))
        last = mark === 'end' ? mark : Number(mark);
      tail = text.slice(-200);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (/\d\n/.test(told)) end();
    });
    child.on('close', () => {
      clearTimeout(timer);
      sums.wanted += wrapped.token === undefined ? 0 : (sandbox.hostReport(wrapped.token)?.refused.length ?? 0);
      resolve({ hasLeaked, last, said: tail });
    });
  });
}
