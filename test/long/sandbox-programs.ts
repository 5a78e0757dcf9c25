/**
 * Everyday programs run in the sandbox, in a plain clone, a linked worktree and a submodule; git reports the same state
 * inside and outside, during and after a command. Arguments: `landlock` to forbid namespaces, the user id.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSandbox, type Sandbox } from '../../src/host/sandbox/session.ts';
import { systemProgramInside, throughWall } from '../fixtures/outer-wall.ts';

const [layer = 'bubblewrap', uid = '1000'] = process.argv.slice(2);
const ended = throughWall({ uid: Number(uid), forbidsNamespaces: layer === 'landlock', seconds: 1800 });
if (ended !== undefined) process.exit(ended);

const HOME = '/home/u';
const SERVED = 18_097;
const LOOPBACK_TEST = `require('node:http').createServer((q,r)=>r.end('ok')).listen(0,'127.0.0.1',function(){fetch('http://127.0.0.1:'+this.address().port).then(r=>r.text()).then(t=>{console.log(t);process.exit(0)},()=>process.exit(1))})`;

/** What happens to a line; also `works` if the layer does not cover it, which the layer reports (SBX-20). */
type Outcome = 'works' | 'stopped';
const ROWS: readonly (readonly [line: string, bubblewrap: Outcome, landlock?: Outcome])[] = [
  ['git status', 'works'],
  ['echo x > a.txt && git add -A', 'works'],
  ['git commit -qm one', 'works'],
  ['git branch side && git branch -d side', 'works'],
  ['echo y >> a.txt && git stash -q && git stash pop -q', 'works'],
  ['git worktree add -q another && git worktree remove another', 'works'],
  ['git config user.nick me && git config --unset user.nick', 'works'],
  ['git remote add up https://allowed.test/r.git && git remote remove up', 'works'],
  ['git checkout -q -b topic && git checkout -q - && git branch -D topic', 'works'],
  ['git tag v1 && git gc -q && git fsck', 'works'],
  ['echo "#!/bin/sh" > "$(git rev-parse --git-path hooks)/pre-commit"', 'stopped', 'works'],
  ['mkdir -p .vscode && echo "{}" > .vscode/tasks.json && rm -r .vscode', 'works'],
  ['echo x > .envrc && rm .envrc', 'works'],
  [`node -e "${LOOPBACK_TEST}"`, 'works', 'stopped'],
  ['npm config get cache && npm cache verify', 'works'],
  ['pip3 cache info && mkdir -p "${PIP_CACHE_DIR:-$HOME/.cache/pip}/x"', 'works'],
  ['echo x > ~/file && cat ~/file', 'works', 'stopped'],
  ['f=$(mktemp) && echo x > "$f" && rm "$f"', 'works'],
  ['echo x > /tmp/x && cat /tmp/x', 'works', 'stopped'],
  ['python3 -c "import multiprocessing as m; q = m.Queue(); q.put(1); print(q.get())"', 'works'],
  ['echo x > /dev/shm/x && rm /dev/shm/x', 'works'],
  [
    'printf "int main(void){return 0;}" > m.c && printf "m: m.c\\n\\tcc -o m m.c\\n" > Makefile && make -s m && ./m && rm m m.c Makefile',
    'works',
  ],
  ['python3 -m venv --without-pip venv && venv/bin/python -c "print(1)" && rm -r venv', 'works'],
  ['grep -r x . > /dev/null', 'works'],
  ['script -qec "echo hi" /dev/null', 'works'],
  ['python3 -c "import pty; pty.spawn([\'true\'])"', 'works'],
  ['tmux -f /dev/null -L t new-session -d "sleep 5" && tmux -L t kill-server', 'works', 'stopped'],
  ['ssh-add -l', 'stopped'],
  ['curl -sS --unix-socket /run/docker.sock http://x/', 'stopped'],
  ['python3 -c "import socket; socket.socket(socket.AF_UNIX).connect(\'/run/agent.sock\')"', 'stopped'],
  ['cat ~/.ssh/id_rsa', 'stopped'],
  ['cat ~/.aws/credentials', 'stopped'],
  ['grep CANARY ~/.npmrc', 'stopped'],
  ['tr "\\0" "\\n" < /proc/$PPID/environ | grep CANARY', 'stopped'],
  ['cat /proc/[0-9]*/environ 2>/dev/null | grep -a CANARY', 'stopped'],
  [`bash -c 'echo > /dev/tcp/127.0.0.1/${SERVED}'`, 'stopped'],
  [`curl -sS http://localhost:${SERVED}/`, 'stopped'],
];

process.env.CANARY = 'CANARY';
for (const folder of ['.ssh', '.aws']) mkdirSync(`${HOME}/${folder}`, { mode: 0o700 });
for (const file of ['.ssh/id_rsa', '.aws/credentials', '.npmrc']) writeFileSync(`${HOME}/${file}`, '# CANARY\n');
writeFileSync(`${HOME}/.gitconfig`, '[user]\n\tname = u\n\temail = u@x\n[protocol "file"]\n\tallow = always\n');
const servers = ['/run/docker.sock', '/run/agent.sock'].map((path) => createServer((one) => one.end('x')).listen(path));
servers.push(createServer((one) => one.end('x')).listen(SERVED, '127.0.0.1'));

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
mkdirSync(`${HOME}/origin`);
git(`${HOME}/origin`, 'init', '-q', '-b', 'main');
writeFileSync(`${HOME}/origin/file.txt`, 'x\n');
git(`${HOME}/origin`, 'add', '-A');
git(`${HOME}/origin`, 'commit', '-qm', 'first');
git(HOME, 'clone', '-q', 'origin', 'clone');
git(HOME, 'clone', '-q', 'origin', 'main');
git(`${HOME}/main`, 'worktree', 'add', '-q', `${HOME}/worktree`, '-b', 'linked');
git(HOME, 'clone', '-q', 'origin', 'super');
git(`${HOME}/super`, 'submodule', 'add', '-q', `${HOME}/origin`, 'sub');
git(`${HOME}/super`, 'commit', '-qm', 'sub');

let wrong = 0;
for (const root of [`${HOME}/clone`, `${HOME}/worktree`, `${HOME}/super/sub`]) {
  const sandbox = createSandbox({
    mode: 'auto',
    roots: [root],
    home: HOME,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    find: systemProgramInside,
    hosts: { env: {}, resolve: async () => [] },
  });
  const status = await sandbox.status();
  if (status.layer !== layer) throw new Error(`the layer is ${JSON.stringify(status)}`);
  let right = 0;
  for (const [line, first, second = first] of ROWS) {
    const expected = layer === 'landlock' ? second : first;
    const { code, text } = await run(sandbox, root, line);
    if ((code === 0 ? 'works' : 'stopped') !== expected || text.includes('CANARY'))
      console.log(`WRONG in ${root}: ${line}: ${code} ${text.slice(-300)}`);
    else right += 1;
    const [inside, outside] = [await run(sandbox, root, 'git status --porcelain'), git(root, 'status', '--porcelain')];
    if (inside.text !== outside) console.log(`DIFFERS in ${root} after ${line}: ${inside.text} ${outside}`);
    else right += 1;
  }
  const during = await run(
    sandbox,
    root,
    'echo x > during.txt; rm -f file.txt; git status --porcelain; echo END; cat',
    () => git(root, 'status', '--porcelain'),
  );
  const [seen = '', rest = ''] = during.text.split('END\n');
  if (seen !== rest || seen === '') console.log(`DIFFERS in ${root} during a command: ${seen} ${rest}`);
  else right += 1;
  await sandbox.close();
  wrong += 2 * ROWS.length + 1 - right;
  console.log(`${root} as ${uid} in ${layer}: ${right} of ${2 * ROWS.length + 1}`);
}
for (const server of servers) server.close();
process.exit(wrong === 0 ? 0 : 1);

/** Runs a line; `answer` supplies its input once it has printed END. */
function run(
  sandbox: Sandbox,
  cwd: string,
  line: string,
  answer?: () => string,
): Promise<{ code: number; text: string }> {
  const { argv, env } = sandbox.wrap(['/bin/bash', '--norc', '--noprofile', '-c', line], { cwd, confinement: 'write' });
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    let [text, told] = ['', ''];
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME,
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        SSH_AUTH_SOCK: '/run/agent.sock',
        ...env,
      },
    });
    if (!answer) child.stdin?.end();
    const take = (chunk: Buffer) => {
      text += chunk.toString();
      if (!answer || !text.endsWith('END\n')) return;
      child.stdin?.end(answer());
      answer = undefined;
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const end = (code: number | null) => {
      child.kill('SIGKILL');
      resolve({ code: code ?? 137, text });
    };
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (/\d\n/.test(told)) setTimeout(end, 30, Number(told.trim()));
    });
    child.on('close', end);
  });
}
