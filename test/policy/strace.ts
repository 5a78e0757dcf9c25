/** The kernel as judge: what a line really opened for writing, ran and connected to. */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitReads } from '../../src/policy/programs/git.ts';
import { programNamed } from '../../src/policy/programs/table.ts';
import { lacks } from '../fixtures/programs.ts';

const CALLS =
  'execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,mknod,mknodat,utimensat,connect,kill,tkill,setxattr,mount,ptrace';

/** Why strace cannot judge here; `undefined` if it can. */
export function straceMissing(): string | undefined {
  const probe = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']);
  return lacks('strace', 'git', 'bash') || (probe.status === 0 ? undefined : 'strace may not trace here');
}

export interface Scratch {
  root: string;
  remove(): void;
}

/** A small repository with files named like flags, and programs that record when they are run. */
export function makeScratch(): Scratch {
  const top = mkdtempSync(join(tmpdir(), 'coder-policy-'));
  const root = join(top, 'work');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
  mkdirSync(join(top, 'outside'));
  const evil = `#!/bin/sh\necho hit >> ${join(top, 'hit')}\n`;
  const files: Record<string, string> = {
    'a.txt': 'a 1\nb 2\nc 10\n',
    'b.csv': 'x,1\ny,2\n',
    'src/c.ts': 'export const c = 1;\n',
    'sub/deep/file': 'deep\n',
    'with space.txt': 's\n',
    'README.md': '# read me\n',
    'evil.sh': evil,
    ls: evil,
    git: evil,
    cat: evil,
    '-o': 'o\n',
    '-rf': 'r\n',
    '--pre=.': 'p\n',
    '.env': 'SECRET=1\n',
    'package.json': '{"a": [1, 2], "b": {"c": 3}}\n',
  };
  const earlier = new Date(Date.now() - 60_000); // a file as new as the index would make git read it again and write the index
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, name), text);
    utimesSync(join(root, name), earlier, earlier);
  }
  for (const name of ['evil.sh', 'ls', 'git', 'cat']) chmodSync(join(root, name), 0o755);
  symlinkSync('a.txt', join(root, 'link-in'));
  const env = {
    ...childEnvironment(top),
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  };
  const run = (...args: string[]): void => void execFileSync('/usr/bin/git', args, { cwd: root, env, stdio: 'ignore' });
  run('init', '-q', '-b', 'main');
  run('add', '-A');
  run('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'first');
  writeFileSync(join(root, 'a.txt'), 'a 1\nb 3\n');
  return { root, remove: () => rmSync(top, { recursive: true, force: true }) };
}

function childEnvironment(home: string): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: home,
    LANG: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** Runs the line and lists everything that a reader would not do. */
export async function watch(line: string, scratch: Scratch): Promise<string[]> {
  const log = join(mkdtempSync(join(tmpdir(), 'coder-strace-')), 'log');
  const args = [
    '-f',
    '-qq',
    '-s',
    '300',
    '-e',
    `trace=${CALLS}`,
    '-e',
    'signal=none',
    '-o',
    log,
    'timeout',
    '-s',
    'KILL',
    '3',
    '/bin/bash',
    '-c',
    line,
  ];
  await new Promise<void>((done, fail) => {
    const child = spawn('strace', args, {
      cwd: scratch.root,
      env: childEnvironment(join(scratch.root, '..')),
      stdio: 'ignore',
    });
    child.on('error', fail);
    child.on('close', () => done());
  });
  const text = readFileSync(log, 'utf8');
  rmSync(join(log, '..'), { recursive: true, force: true });
  return text.split('\n').flatMap((entry) => unexpected(entry, scratch.root) ?? []);
}

const HELPERS =
  /^(?:bash|sh|dash|timeout|git|gzip|bzip2|xz|zstd|lzma|lzip|env|nice|stdbuf|time|less|pr|locale|ldd|mawk|gawk|gcc.*|cc1|x86_64-linux-gnu-.*|collect2|python3.*|perl|file|lsb_release|dpkg-query|getopt|gettext|envsubst|basename|uname|lessecho|git-bisect|git-submodule)$/;

/** Streams, the system log (pidof reports processes that end while it looks), and temporary files of bash, tac and sort. */
const HARMLESS_PATH = /^\/dev\/(?:null|tty|stdout|stderr|console|fd\/\d)$|^\/tmp\/(?:tac|sort|sh-thd)[\w.-]*$/;

function isKnownProgram(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isSystem = /^(?:\/usr)?\/(?:local\/)?s?bin\/|^\/usr\/lib(?:exec)?\//.test(path);
  return (
    isSystem &&
    (HELPERS.test(name) ||
      programNamed(name)?.reads !== undefined ||
      programNamed(name)?.probes !== undefined ||
      name === 'find' ||
      name === '[' ||
      name === 'test' ||
      (name.startsWith('git-') && Object.hasOwn(gitReads(), name.slice(4))))
  );
}

function unexpected(entry: string, root: string): string | undefined {
  const call = /^\d+\s+(\w+)\((.*)$/.exec(entry);
  if (!call) return undefined;
  const [, name = '', rest = ''] = call;
  const isFailure = /= -1 E(?:NOENT|NOTDIR|ACCES|ISDIR)/.test(rest);
  const path = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? '';
  switch (name) {
    case 'execve':
    case 'execveat':
      return isFailure || isKnownProgram(path) ? undefined : entry;
    case 'open':
    case 'openat':
    case 'openat2':
    case 'creat': {
      const writes = name === 'creat' || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(rest);
      return !writes || HARMLESS_PATH.test(path) ? undefined : entry;
    }
    case 'connect':
      return /AF_UNIX/.test(rest) && /nscd|systemd\/userdb|dbus|"\/dev\/log"/.test(rest)
        ? undefined
        : /AF_NETLINK/.test(rest)
          ? undefined
          : entry;
    case 'kill':
    case 'tkill':
      return rest.startsWith('0') || /SIGKILL|SIGPIPE|SIGCONT/.test(rest) ? undefined : entry; // timeout ending the line
    default:
      return HARMLESS_PATH.test(path) || isFailure ? undefined : `${entry} in ${root}`;
  }
}
