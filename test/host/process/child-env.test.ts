import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../../../src/host/process/child-env.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { supervisor } from '../running.ts';

const secrets: Record<string, string> = {
  OPENAI_API_KEY: 'canary-1',
  MYAPIKEY: 'canary-2',
  GITHUB_TOKEN: 'canary-3',
  aws_secret_access_key: 'canary-4',
  DB_PASSWORD: 'canary-5',
  MYSQL_PWD: 'canary-6',
  GOOGLE_APPLICATION_CREDENTIALS: 'canary-7',
  NPM_AUTH: 'canary-8',
  GH_PAT: 'canary-9',
  SESSION_COOKIE: 'canary-10',
  HARMLESS_1: `sk-${'a'.repeat(40)}`,
  HARMLESS_2: `ghp_${'b'.repeat(36)}`,
  HARMLESS_3: 'AKIAABCDEFGHIJKLMNOP',
  HARMLESS_4: '-----BEGIN RSA PRIVATE KEY-----\nx',
  DATABASE_URL: 'postgres://user:canary@host/db',
  RENAMED: 'known-to-coder',
};

const plain: Record<string, string> = {
  PATH: '/usr/bin:/bin',
  HOME: '/home/dev',
  LANG: 'C.UTF-8',
  SSH_AUTH_SOCK: '/run/agent',
  GIT_AUTHOR_NAME: 'Dev',
  HTTPS_PROXY: 'http://user:pass@proxy:3128',
  CI: 'true',
  HOMEPAGE: 'https://example.org/path',
  CODER_RUN: 'outer.1;',
};

test('E2 SEC-7 secrets are dropped by name, by shape and by value; other variables stay', () => {
  const env = childEnvironment({ ...plain, ...secrets }, { keep: [], secretValues: ['known-to-coder', ''] });
  assert.deepEqual(
    Object.keys(secrets).filter((name) => name in env),
    [],
  );
  for (const [name, value] of Object.entries(plain)) assert.equal(env[name], value, name);
});

test('SEC-7 variables named in the config are passed on', () => {
  const env = childEnvironment(secrets, { keep: ['GITHUB_TOKEN', 'RENAMED'], secretValues: ['known-to-coder'] });
  assert.deepEqual([env['GITHUB_TOKEN'], env['RENAMED'], env['MYAPIKEY']], ['canary-3', 'known-to-coder', undefined]);
});

test('E2 a child sees no secret, not even in /proc', async (t) => {
  const { run } = supervisor(
    t,
    childEnvironment({ ...process.env, ...secrets }, { keep: [], secretValues: ['known-to-coder'] }),
  );
  const { stdout } = await run('env; cat /proc/self/environ 2>/dev/null');
  assert.ok(stdout.includes('PATH='));
  assert.doesNotMatch(stdout, /canary|known-to-coder|sk-aaaa|ghp_b|AKIAABC|BEGIN RSA/);
});

test('BASH-1 G8 children neither page nor colour their output, open an editor or prompt', () => {
  const env = childEnvironment({ FORCE_COLOR: '1', TERM: 'xterm', PAGER: 'less', EDITOR: 'vim' }, { keep: [] });
  const { TERM, PAGER, EDITOR, GIT_TERMINAL_PROMPT, NO_COLOR, FORCE_COLOR } = env;
  assert.deepEqual(
    { TERM, PAGER, EDITOR, GIT_TERMINAL_PROMPT, NO_COLOR, FORCE_COLOR },
    { TERM: 'dumb', PAGER: 'cat', EDITOR: 'true', GIT_TERMINAL_PROMPT: '0', NO_COLOR: '1', FORCE_COLOR: undefined },
  );
});

const asking: [name: string, line: string][] = [
  ['read from stdin', 'read answer; echo "got:$answer"'],
  ['cat without a file', 'cat'],
  ['a prompt on the terminal', 'read answer < /dev/tty'],
  ['sudo', 'sudo -k true'],
  ['git that wants a password', 'git ls-remote http://127.0.0.1:9/x.git'],
  ['git commit without a message', 'git init -q r && cd r && git -c user.name=a -c user.email=b commit --allow-empty'],
  [
    'git rebase -i',
    'git init -q r2 && cd r2 && git -c user.name=a -c user.email=b commit -q --allow-empty -m x && git rebase -i --root',
  ],
  ['a pager', 'seq 1 5000 | "$PAGER" | tail -1'],
  [
    'git log with its pager',
    'git init -q r3 && cd r3 && git -c user.name=a -c user.email=b commit -q --allow-empty -m x && git -c core.pager=less log',
  ],
  ['ssh to an unknown host', 'ssh -o ConnectTimeout=1 -p 9 nobody@127.0.0.1 true'],
  ['python input()', 'python3 -c "input()"'],
  ['node readline', 'bash -c "select x in a b; do break; done"'],
];

test('G8 twelve commands that would prompt end on their own', async (t) => {
  const folder = await scratchFolder(t);
  const home = join(folder, 'home');
  await mkdir(home);
  const env = childEnvironment({ ...process.env, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null' }, { keep: [] });
  const { run } = supervisor(t, env);
  const results = await Promise.all(
    asking.map(async ([name, line]) => ({ name, ...(await run(line, { cwd: folder, timeoutMs: 8000 })) })),
  );
  assert.deepEqual(
    results.filter(({ timedOut }) => timedOut).map(({ name }) => name),
    [],
  );
});

test('G8 an editor that would wait for input is not started', async (t) => {
  const folder = await scratchFolder(t);
  await writeFile(join(folder, 'f'), 'unchanged');
  const { run } = supervisor(t, childEnvironment(process.env, { keep: [] }));
  assert.equal((await run('"$EDITOR" f', { cwd: folder })).exitCode, 0);
  assert.equal(await readFile(join(folder, 'f'), 'utf8'), 'unchanged');
});

test('A9 A3 no program is found in the workspace by its bare name, and no variable makes a shell run something else', () => {
  const env = {
    PATH: '/usr/bin:.:bin::/srv/p/node_modules/.bin:/srv/p2/bin:/srv/p',
    BASH_ENV: '/x',
    ENV: '/x',
    CDPATH: '/x',
    'BASH_FUNC_ls%%': '() { :; }',
    RIPGREP_CONFIG_PATH: '/x',
  };
  const { PATH, GIT_OPTIONAL_LOCKS, ...rest } = childEnvironment(env, { keep: [], roots: ['/srv/p'] });
  assert.deepEqual([PATH, GIT_OPTIONAL_LOCKS], ['/usr/bin:/srv/p2/bin', '0']);
  for (const name of Object.keys(env)) assert.ok(!(name in rest), name);
});

test('PTY-1 a program in a terminal may prompt, page and colour, and knows nothing of the terminal around it', () => {
  const env = {
    PATH: '/bin',
    PAGER: 'less',
    EDITOR: 'vi',
    TMUX: '/tmp/x',
    COLUMNS: '80',
    TERM: 'tmux',
    API_TOKEN: 'x',
  };
  assert.deepEqual(childEnvironment(env, { keep: [], terminal: true }), {
    PATH: '/bin',
    PAGER: 'less',
    EDITOR: 'vi',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
  });
});
