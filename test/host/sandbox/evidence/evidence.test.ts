import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { blockedBy } from '../../../../src/host/sandbox/evidence/evidence.ts';
import { systemProgram } from '../../../../src/host/sandbox/layers/system-program.ts';
import type { Layout } from '../../../../src/host/sandbox/layout.ts';
import { closedToOthers } from '../../../fixtures/closed-to-others.ts';

const layout: Layout = {
  home: '/home/u',
  writable: ['/home/u/p'],
  readOnly: ['/home/u/p/.git/hooks'],
  hidden: [
    { path: '/home/u/.ssh', kind: 'folder' },
    { path: '/home/u/.netrc', kind: 'file' },
  ],
  shown: ['/home/u/.ssh/known_hosts'],
};
/** What the person could do outside: everything except with root's files. */
const outside = {
  exists: (path: string) => !path.includes('missing'),
  isWritable: (path: string) => !/^\/(?:etc|usr|root|bin)/.test(path),
  isSocket: (path: string) => path.endsWith('.sock'),
};

/** Failures caused by the sandbox, and what each is attributed to. */
const BLOCKED: readonly (readonly [text: string, what: string])[] = [
  ["touch: cannot touch '/srv/data/x': Read-only file system", 'write /srv/data/x'],
  ['bash: line 1: /opt/tool/cache: Read-only file system', 'write /opt/tool/cache'],
  ["Error: EROFS: read-only file system, open '/opt/x/y.json'", 'write /opt/x/y.json'],
  ["OSError: [Errno 30] Read-only file system: '/srv/q'", 'write /srv/q'],
  ['bash: .git/hooks/pre-commit: Read-only file system', 'write /home/u/p/.git/hooks/pre-commit'],
  ['cat: /home/u/.ssh/id_ed25519: No such file or directory', 'read /home/u/.ssh/id_ed25519'],
  ["FileNotFoundError: [Errno 2] No such file or directory: '/home/u/.ssh/id_rsa'", 'read /home/u/.ssh/id_rsa'],
  ['cat: ~/.ssh/id_rsa: No such file or directory', 'read /home/u/.ssh/id_rsa'],
  ['cat: /dev/shm/frames: No such file or directory', 'read /dev/shm/frames'],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    'socket /var/run/docker.sock',
  ],
  ['mkdir: cannot create directory ‘/srv/new’: Read-only file system', 'write /srv/new'],
];

/** Failures of the command itself, whatever their words. */
const OWN: readonly string[] = [
  'cat: /etc/shadow: Permission denied',
  "touch: cannot touch '/etc/zz': Permission denied",
  "ls: cannot open directory '/root': Permission denied",
  'bash: ./run.sh: Permission denied',
  'Error: Permission denied for user bob',
  "PermissionError: [Errno 13] mocked: '/home/u/p/a'",
  'HTTP 403 Forbidden',
  'cat: /dev/shm/missing: No such file or directory',
  'connect ECONNREFUSED 127.0.0.1:9',
  'grep: docs-missing: No such file or directory',
  "mkdir: cannot create directory 'src': File exists",
  "error: pathspec 'nosuch' did not match any file(s) known to git",
  'AssertionError: expected "read-only file system" to equal "ok"',
  'cat: /home/u/p/missing.txt: No such file or directory',
  'cat: /srv/missing/x: No such file or directory',
  'cat: /home/u/.ssh/missing: No such file or directory',
  'mount: /mnt: must be superuser to use mount.',
  'bash: kill: (1) - Operation not permitted',
  'фатальная ошибка: не удалось открыть файл',
  '\u0000\u0001 garbage /srv/x \ufffd',
  "cp: cannot stat 'a': No such file or directory",
];

function found(text: string, exitCode = 1): string[] {
  const failed = { exitCode, text, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
  return blockedBy(failed, layout, outside).map(({ kind, what }) => `${kind} ${what}`);
}

test('SBX-14 what the sandbox stopped is named by evidence; the command’s own failures are not blamed on it', () => {
  for (const [text, what] of BLOCKED) assert.deepEqual(found(`before\n${text}\nafter`), [what], text);
  for (const text of OWN) assert.deepEqual(found(text), [], text);
  for (const [text] of BLOCKED) assert.deepEqual(found(text, 0), []);
});

test('SBX-14 a read-only path is found even if the message does not name it; a program’s own words are not evidence', () => {
  const failed = {
    exitCode: 1,
    cwd: '/home/u/p',
    confinement: 'write' as const,
    homeIsLayer: true,
    saysReadOnly: true,
  };
  const at = (text: string, line: string) =>
    blockedBy({ ...failed, text, line }, layout, outside).map(({ what }) => what);
  const named: readonly (readonly [text: string, line: string, what: string])[] = [
    ['PHP Warning:  mkdir(): Read-only file system in x on line 1', 'php -r \'mkdir("/srv/p");\'', '/srv/p'],
    ["touch: cannot touch 'made': Read-only file system", 'cd /srv/data && touch made', '/srv/data/made'],
    ["warning: while redirecting file '/srv/f'\nopen: Read-only file system", 'fish x.fish', '/srv/f'],
    ['Error: unable to open database "/srv/a.db": unable to open database file', 'sqlite3 /srv/a.db x', '/srv/a.db'],
  ];
  for (const [text, line, what] of named) assert.deepEqual(at(text, line), [what], text);
  const own: readonly (readonly [text: string, line: string])[] = [
    ['panic: permission denied /srv/shared', 'go run .'],
    ["touch: cannot touch '/srv/missing/x': No such file or directory", 'touch /srv/missing/x'],
    ['Error: unable to open database "/srv/missing/a.db": unable to open database file', 'sqlite3 /srv/missing/a.db'],
    ["gpg: keyblock resource '/home/u/.ssh/missing': Read-only file system\ngpg: decryption failed", 'gpg -d x'],
    ["touch: cannot touch '/proc/x': Read-only file system", 'touch /proc/x; cat /srv/data'],
    ["touch: '/srv/x' kann nicht berührt werden: Das Dateisystem ist nur lesbar", 'touch /srv/x'],
    ['mkdir: 无法创建目录 "/srv/y": 只读文件系统', 'mkdir /srv/y'],
  ];
  for (const [text, line] of own) assert.deepEqual(at(text, line), [], text);
});

test('SBX-11 SBX-14 an agent, a server of this machine and a port that leads nowhere are named by evidence', () => {
  const failed = { exitCode: 1, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
  const hosts = {
    refused: [],
    unreachable: [],
    reached: [],
    nameOf: (text: string) => (/^(?:db\.example\.org|127\.200\.0\.1)$/.test(text) ? 'db.example.org' : undefined),
  };
  const agents = ['ssh-agent', 'gpg-agent'] as const;
  const found = (text: string, more: object = { hosts, agents }) =>
    blockedBy({ ...failed, text, ...more }, layout, { ...outside, isServed: (port) => port === 5432 }).map(
      ({ kind, what }) => `${kind} ${what}`,
    );
  assert.deepEqual(found('git@x.org: Permission denied (publickey).'), ['agent ssh-agent']);
  assert.deepEqual(found('error: gpg failed to sign the data'), ['agent gpg-agent']);
  assert.deepEqual(found('git@x.org: Permission denied (publickey).', { hosts, agents: [] }), []);
  assert.deepEqual(found('Error: connect ECONNREFUSED 127.0.0.1:5432'), ['host localhost:5432']);
  assert.deepEqual(found('Error: connect ECONNREFUSED 127.0.0.1:3000'), []);
  assert.deepEqual(found('connect ECONNREFUSED 127.200.0.1:5433'), ['host db.example.org']);
  assert.deepEqual(found("curl: (7) Failed to connect to 203.0.113.80 port 80: Couldn't connect to server"), [
    'host 203.0.113.80',
  ]);
  assert.deepEqual(found('AssertionError: the connection was refused by the parser'), []);
  const refused = { ...hosts, refused: ['evil.org:443'] };
  assert.deepEqual(found('', { hosts: refused, exitCode: 0 }), ['host evil.org:443']);
});

const noWall = ['bwrap', 'setpriv', 'zip'].find((name) => systemProgram(name) === undefined);

test('SBX-14 for commands that really fail in the sandbox, the cause is named, and no failure is wrongly blamed on it', {
  skip: (noWall !== undefined && `${noWall} is not installed`) || closedToOthers(),
}, () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['test/long/sandbox-evidence.ts', '31'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /\d stopped by bubblewrap: 0 missed; \d failed by themselves: 0 wrongly blamed/);
});

test('SBX-14 the program that reports an error is not what was refused, even if the person may write it', () => {
  const root = { exists: () => true, isWritable: () => true, isProgram: (path: string) => path.startsWith('/bin/') };
  const failed = { exitCode: 126, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: false };
  const at = (text: string) => blockedBy({ ...failed, text }, layout, root).map(({ kind, what }) => `${kind} ${what}`);
  assert.deepEqual(at('/bin/bash: line 1: ./run.sh: Permission denied'), []);
  assert.deepEqual(at("/bin/touch: cannot touch '/srv/x': Permission denied"), ['write /srv/x']);
  assert.deepEqual(at('/bin/sh: 1: cannot create /srv/x: Permission denied'), ['write /srv/x']);
  assert.deepEqual(at('/bin/tool: Permission denied'), ['write /bin/tool']);
  assert.deepEqual(at('/srv/x: cannot be made: Permission denied'), ['write /srv/x']);
});

test('SBX-14 text that the command itself could have printed is not evidence, nor is a warning after which it continued', () => {
  const failed = { exitCode: 1, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: false };
  const at = (text: string, line: string, own = line) =>
    blockedBy({ ...failed, text, line }, layout, { ...outside, toldBy: () => ({ all: own, exactly: own }) }).length;
  const real = "touch: cannot touch '/srv/x': Read-only file system";
  assert.equal(at(real, 'touch /srv/x'), 1);
  const none = 'Error: unable to open database "/srv/missing.db": unable to open database file';
  assert.equal(at(none, 'sqlite3 /srv/missing.db "create table t(a)"'), 1);
  assert.equal(at(none, 'sqlite3 -readonly /srv/missing.db "select 1"'), 0);
  assert.equal(at(real, `echo "${real}"; exit 1`), 0);
  assert.equal(at(real, './check.sh', `echo "${real}"`), 0);
  const dated = '2026/11/16 18:01:14 open /srv/x: read-only file system';
  assert.equal(at(dated, 'go run a.go', 'log.Fatal(errors.New("open /srv/x: read-only file system"))'), 0);
  assert.equal(
    at("OSError: [Errno 30] Read-only file system: '/srv/a'", "raise OSError(30, 'Read-only file system')"),
    0,
  );
  const warned = 'WARNING: Error loading config file: open /home/u/.netrc: permission denied';
  assert.equal(at(`${warned}\nunknown flag: --x`, 'docker --x'), 0);
  assert.equal(at(warned, 'docker ps'), 1);
});

test('SBX-14 private paths, unreadable paths and paths that the message does not name are found too', () => {
  const there = {
    ...outside,
    isReadable: outside.exists,
    isSocket: (path: string) => path.endsWith('.sock'),
    isServed: (port: number) => port === 3000,
  };
  const bubblewrap = {
    exitCode: 1,
    cwd: '/home/u/p',
    confinement: 'write',
    homeIsLayer: true,
    saysReadOnly: true,
  } as const;
  const landlock = { ...bubblewrap, homeIsLayer: false, saysReadOnly: false, deniesReads: true } as const;
  const at = (place: typeof bubblewrap | typeof landlock, text: string, line = '', exitCode = 1) =>
    blockedBy({ ...place, text, line, exitCode }, layout, there)
      .map(({ kind, what }) => `${kind} ${what}`)
      .join();
  assert.equal(at(bubblewrap, 'cat: /tmp/in.csv: No such file or directory'), 'read /tmp/in.csv');
  assert.equal(at(bubblewrap, 'cat: /tmp/missing.csv: No such file or directory'), '');
  assert.equal(
    at(bubblewrap, 'Could not connect at /run/redis.sock: No such file or directory'),
    'socket /run/redis.sock',
  );
  assert.equal(at(bubblewrap, 'No such file or directory', "s.connect('/run/a/b.sock')"), 'socket /run/a/b.sock');
  assert.equal(at(bubblewrap, 'file cannot create directory: /opt/tool/share.  Maybe need'), 'write /opt/tool/share');
  assert.equal(at(bubblewrap, 'error: failed to create /srv/x: File exists'), '');
  assert.equal(at(bubblewrap, 'curl: (23) Failure writing output to destination', 'curl -o /srv/f x'), 'write /srv/f');
  assert.equal(
    at(bubblewrap, '<urlopen error [Errno 111] Connection refused>', 'x http://localhost:3000/'),
    'host localhost:3000',
  );
  assert.equal(at(bubblewrap, '<urlopen error [Errno 111] Connection refused>', 'x http://localhost:3001/'), '');
  assert.equal(at(bubblewrap, '', 'curl -s http://127.0.0.1:3000/', 7), 'host localhost:3000');
  assert.equal(at(bubblewrap, '', 'curl -s http://127.0.0.1:3000/ | grep -q x', 1), 'host localhost:3000');
  assert.equal(at(bubblewrap, '', 'curl -s http://127.0.0.1:3001/ | grep -q x', 1), '');
  assert.equal(
    at(landlock, 'mkdir: cannot create directory ‘missing’: Permission denied', 'cd /srv/t && mkdir missing'),
    'write /srv/t/missing',
  );
  assert.equal(at(landlock, 'cat: locked.txt: Permission denied', 'cat locked.txt; touch /srv/t'), '');
  assert.equal(at(landlock, 'curl: (7) Failed to connect to git.example.org port 443'), 'host git.example.org');
  assert.equal(at(landlock, 'cat: /usr/x: Permission denied'), '');
  assert.equal(
    at(landlock, "chroot: cannot change root directory to '/': Operation not permitted", 'chroot / true'),
    '',
  );
  assert.equal(at(landlock, "couldn't create directory /tmp/missing-9 (Permission denied)", 'tmux attach'), '');
  assert.equal(at(landlock, 'bash: line 1: /tmp/x: Permission denied', 'echo > /tmp/x'), 'read /tmp/x');
  assert.equal(
    at(landlock, 'Could not connect to Redis at /missing.sock: Permission denied', 'redis-cli -s /missing.sock'),
    '',
  );
  assert.equal(at(landlock, 'Error: connect EACCES 127.0.0.1:3', 'node x'), '');
});

test('SBX-14 without sockets no connection can be refused, so such words are the program’s own', () => {
  const landlock = {
    exitCode: 255,
    cwd: '/home/u/p',
    confinement: 'write',
    homeIsLayer: false,
    deniesReads: true,
  } as const;
  const served = { ...outside, isServed: (port: number) => port === 3000 || port === 2222 };
  const at = (text: string, line: string) =>
    blockedBy({ ...landlock, text, line }, layout, served)
      .map(({ kind, what }) => `${kind} ${what}`)
      .join();
  assert.equal(at('connect to 127.0.0.1:3000: Connection refused', 'node x'), '');
  assert.equal(at('connect to 127.0.0.1:3000: Machine is not on the network', 'node x'), 'host localhost:3000');
  assert.equal(at('command-line: line 0: Bad configuration option: no', 'ssh -o No=1 -p 2222 127.0.0.1'), '');
  assert.equal(at('', 'ssh -q -p 2222 127.0.0.1'), 'host localhost:2222');
  const notRun = { ...landlock, exitCode: 126, text: '/bin/bash: line 1: /srv/app.env: Permission denied' };
  assert.deepEqual(blockedBy({ ...notRun, line: '/srv/app.env' }, layout, served), []);
  assert.equal(at('psql: error: could not create socket: Permission denied', 'psql -p 3000'), '');
});

test('SBX-14 failed connections are counted by the kernel, which is evidence even in silence and overrides a program’s words', () => {
  const failed = { exitCode: 1, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
  const at = (line: string, text: string, refused: number, unrouted = 0, asked: string[] = []) => {
    const hosts = {
      refused: [],
      unreachable: [],
      reached: [],
      nameOf: () => undefined,
      asked,
      counted: { refused, unrouted },
    };
    const served = { ...outside, isServed: (port: number) => port === 3000 };
    return blockedBy({ ...failed, text, line, hosts }, layout, served)
      .map(({ kind, what }) => `${kind} ${what}`)
      .join();
  };
  const quiet = 'node -e \'fetch("http://127.0.0.1:3000/").catch(() => process.exit(1))\'';
  assert.equal(at(quiet, '', 1), 'host localhost:3000');
  assert.equal(at(quiet, 'failed', 2), 'host localhost:3000');
  assert.equal(at(quiet, 'connect ECONNREFUSED 127.0.0.1:3000', 0), '');
  assert.equal(at(quiet, 'connect ECONNREFUSED 127.0.0.1:3001', 1), '');
  assert.equal(at(quiet.replace('3000', '3001'), '', 1), '');
  assert.equal(at('./check', 'failed', 1, 0, ['db.example.org']), 'host db.example.org');
  assert.equal(at('python3 -c \'connect(("198.51.100.7", 53))\'', '', 0, 1), 'host 198.51.100.7');
  assert.equal(at('python3 -c \'connect(("198.51.100.7", 53))\'', 'unreachable: 198.51.100.7', 0), '');
});

test('SBX-14 a hidden or reworded write error is found by the path the command was to write; mere claims are not believed', () => {
  const at = (line: string, text = '', exitCode = 1) => {
    const failed = { exitCode, text, line, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
    const isProgram = (path: string) => path === '/bin/bash';
    const isFull = (path: string) => path === '/srv/x';
    const there = { ...outside, isProgram, isFull, toldBy: () => ({ all: line, exactly: line }) };
    return blockedBy({ ...failed, saysReadOnly: true }, layout, there)
      .map(({ kind, what }) => `${kind} ${what}`)
      .join();
  };
  const found: readonly (readonly [line: string, text?: string, exitCode?: number])[] = [
    ['python3 -c \'try: open("/srv/x", "w")\nexcept OSError: sys.exit("no luck")\'', 'no luck'],
    ['touch /srv/x 2>/dev/null'],
    ['[ -w /srv/x ]'],
    ['./export /srv/x', 'error: the output file could not be written: cannot write output file'],
    ['curl -s -o /srv/x file:///etc/hostname', '', 23],
    ['git push -q /srv/x main', 'error: remote unpack failed: unable to create temporary object directory'],
    ['python3 -c \'connect("/srv/x").execute("insert")\'', 'OperationalError: attempt to write a readonly database'],
    ['cd /srv && echo a > x', '/bin/bash: line 1: x: Read-only file system'],
  ];
  for (const [line, text, exitCode] of found) assert.equal(at(line, text, exitCode), `write /srv/x`, line);
  const moved = "mv: inter-device move failed: 'a' to '/srv/missing'; unable to remove target: Read-only file system";
  assert.equal(at('mv a /srv/missing', moved), 'write /srv/missing');
  const own: readonly (readonly [line: string, text?: string])[] = [
    ['python3 -c \'open("/srv/x").read(); sys.exit("could not save the report")\'', 'could not save the report'],
    ['[ 1 = 2 ] && echo a > /srv/x'],
    ['grep -q none other.txt && touch /srv/x 2>/dev/null'],
    ['[ -f /srv/missing ]'],
    ['cp /srv/missing x 2>/dev/null'],
    ['rm /srv/missing 2>/dev/null'],
    ['rmdir /srv/missing', "rmdir: failed to remove '/srv/missing': Read-only file system"],
    ['tsc -p /srv/x', "/srv/x/a.ts(3,1): error TS2741: Property 'output' is missing in type 'A'."],
    ['bash /srv/x/run.sh', '/srv/x/run.sh: line 2: could not write report'],
    ['node app.js /tmp/in.csv', "Error: Cannot find module 'express'"],
    ['git log -1 && false', "    touch: cannot touch '/srv/x': Read-only file system"],
    ['pytest -q', "E       + [Errno 30] Read-only file system: '/srv/x'\n/home/u/p/t.py:4: AssertionError"],
    ['perl -e \'$!=30; die "/srv/x: $!"\'', '/srv/x: Read-only file system at -e line 1.'],
    ['python3 -c \'os.rmdir("/srv/x")\'', "OSError: [Errno 30] Read-only file system: '/srv/x'"],
    ['chown root /srv/x', "chown: changing ownership of '/srv/x': Read-only file system"],
    ['sqlite3 -readonly /srv/x insert', 'Error: stepping, attempt to write a readonly database (8)'],
    ['tsc --outDir /srv/x', "a.ts(1,1): error TS2322: Type 'Writable' is not assignable to type 'string'."],
    [
      'rsync none/ /srv/x/',
      'rsync: "./missing": No such file or directory\nrsync: mkdir "/srv/x" failed: Read-only file system',
    ],
    ['mvn -o -Dmaven.repo.local=/srv/x -f missing.xml compile', 'Could not create local repository at /srv/x'],
  ];
  for (const [line, text] of own) assert.equal(at(line, text), '', line);
});

test('SBX-14 processes that exist only outside are named; processes that exist nowhere are not', () => {
  const at = (line: string, text = '') => {
    const failed = { exitCode: 1, text, line, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
    const there = {
      ...outside,
      isProcess: (pid: number) => pid === 4242,
      isRunning: (name: string) => name === 'redis-server',
    };
    return blockedBy(failed, layout, there)
      .map(({ kind, what }) => `${kind} ${what}`)
      .join();
  };
  assert.equal(at('kill $(cat run.pid)', 'bash: line 1: kill: (4242) - No such process'), 'process 4242');
  assert.equal(at('kill -0 4242 2>/dev/null'), 'process 4242');
  assert.equal(at('ps -p 4242'), 'process 4242');
  assert.equal(at('pgrep -x redis-server'), 'process redis-server');
  assert.equal(at('kill 999999', 'bash: kill: (999999) - No such process'), '');
  assert.equal(at('pgrep -x nosuch'), '');
});

test('SBX-14 SBX-6 hidden state is named for a client that reports having none; a warning about it is not the cause', () => {
  const at = (line: string, text: string) => {
    const failed = { exitCode: 1, text, line, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
    const hidden = ['.kube/config', '.docker/config.json'].map((name) => ({
      path: `/home/u/${name}`,
      kind: 'file' as const,
    }));
    return blockedBy({ ...failed, saysReadOnly: true }, { ...layout, hidden }, outside)
      .map(({ what }) => what)
      .join();
  };
  assert.equal(at('kubectl config current-context', 'error: current-context is not set'), '/home/u/.kube/config');
  assert.equal(at('kubectl frobnicate', 'error: unknown command "frobnicate" for "kubectl"'), '');
  const warned = 'WARNING: Error loading config file: open /home/u/.docker/config.json: permission denied';
  assert.equal(at('docker frobnicate', `${warned}\ndocker: unknown command: docker frobnicate`), '');
});

/** What `blockedBy` names for a line whose visible code is the line followed by `code`. */
function judged(line: string, code: string, text: string, exitCode = 1, files: Record<string, string> = {}): string {
  const told = `${line}\n${code}`;
  const failed = { exitCode, text, line, cwd: '/home/u/p', confinement: 'write' as const, homeIsLayer: true };
  const exists = (path: string) => !/missing|\.(?:new|sh)$/.test(path);
  const textOf = (path: string) => files[path.replace('/home/u/p/', '')] ?? '';
  const there = { ...outside, exists, textOf, toldBy: () => ({ all: told, exactly: told }) };
  return blockedBy({ ...failed, saysReadOnly: true }, layout, there)
    .map(({ kind, what }) => `${kind} ${what}`)
    .join();
}

test('SBX-14 if code gives up in its own words, only the code right before them counts as the reason', () => {
  const save =
    'DATA = "/srv/data"\ndef save(n):\n    try:\n        open(DATA + "/x", "w")\n    except OSError:\n        return False\n';
  const found: readonly (readonly [code: string, text: string])[] = [
    [`${save}if not save(1):\n    sys.exit("save failed")\n`, 'save failed'],
    ['cfg = {"out": "/srv/data"}\ntry:\n  mkdir(cfg["out"])\nexcept OSError:\n  exit("no folder")', 'no folder'],
    ['T=/srv/data\nif ! cp run.txt "$T/" 2>/dev/null; then echo "copy failed"; exit 1; fi', 'copy failed'],
    ['open(my $f, ">", "/srv/data/x") or die "log is away\\n"', 'log is away'],
  ];
  for (const [code, text] of found) assert.match(judged('./run', code, text), /^write \/srv\/data/, code);
  const own: readonly (readonly [code: string, text: string])[] = [
    [`${save}if not rows:\n    sys.exit("nothing to do")\nsave(1)\n`, 'nothing to do'],
    [
      'if argc < 2: sys.exit("usage: run FILE")\ntry:\n  open("/srv/data/x", "w")\nexcept OSError: sys.exit(1)',
      'usage: run FILE',
    ],
    ['T=/srv/data\n[ -f a.txt ] || { echo "no input"; exit 1; }\ncp a.txt "$T/" 2>/dev/null || exit 1', 'no input'],
    ['cp missing.txt /srv/data/ 2>/dev/null || { echo "copy failed"; exit 1; }', 'copy failed'],
    ['case $1 in prod) cp a /srv/data/ ;; *) echo "only prod"; exit 1 ;; esac', 'only prod'],
  ];
  for (const [code, text] of own) assert.equal(judged('./run', code, text), '', code);
});

test('SBX-14 if errors are hidden, the first step that can fail is the reason, provided it is plain and has what it needs', () => {
  const make = (text: string, line = 'make install >/dev/null 2>&1') => judged(line, text, '', 2, { Makefile: text });
  assert.equal(make('D = /srv/data\ninstall:\n\tcp a.txt $(D)/b\n'), 'write /srv/data/b');
  assert.equal(make('D = /srv/data\ninstall: a\n\tcp a.txt $(D)/b\na:\n\techo a > a.txt\n'), 'write /srv/data/b');
  assert.equal(make('D = /srv/data\ninstall: test\n\tcp a.txt $(D)/b\ntest:\n\t./check\n'), '');
  assert.equal(make('D = /srv/data\ninstall:\n\tcp missing.txt $(D)/b\n'), '');
  assert.equal(make('D = /srv/data\ninstall:\n\tcp a.txt $(D)/missing/b\n'), '');
  const script = (text: string) => judged('bash x.sh 2>/dev/null', text, '', 1, { 'x.sh': text });
  assert.equal(script('set -e\nD=/srv/data\nmkdir "$D/made.new"\n./more\n'), 'write /srv/data/made.new');
  assert.equal(script('D=/srv/data\nmkdir "$D/made.new"\n./more\n'), '');
  assert.equal(script('set -e\ngrep -q x a.txt\nmkdir /srv/data/made.new\n'), '');
  assert.equal(judged('gcc -o /srv/data/a.out a.c 2>/dev/null', '', ''), '');
});
