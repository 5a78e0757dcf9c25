import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { repository } from '../repository.ts';

const signal = new AbortController().signal;
type Repository = Awaited<ReturnType<typeof repository>>;

/** Each of these makes git run a program of the repository when it is called without precautions. */
const poisons: [name: string, poison: (repo: Repository) => void][] = [
  ['core.fsmonitor', ({ run, plant }) => run('config', 'core.fsmonitor', plant('evil.sh'))],
  ['diff.external', ({ run, plant }) => run('config', 'diff.external', plant('evil.sh'))],
  [
    'a diff driver',
    ({ run, plant, put }) => {
      put('.gitattributes', '*.txt diff=evil\n');
      run('config', 'diff.evil.command', plant('evil.sh'));
    },
  ],
  [
    'textconv',
    ({ run, plant, put }) => {
      put('.gitattributes', '*.txt diff=evil\n');
      run('config', 'diff.evil.textconv', plant('evil.sh'));
    },
  ],
  [
    'a clean filter',
    ({ run, plant, put }) => {
      put('.gitattributes', '*.txt filter=evil\n');
      run('config', 'filter.evil.clean', plant('evil.sh'));
      run('config', 'filter.evil.required', 'true');
    },
  ],
  [
    'a filter process in an included file',
    ({ run, plant, put }) => {
      put('.gitattributes', '*.txt filter=evil\n');
      put('more.config', `[filter "evil"]\nprocess = ${plant('evil.sh')}\n`);
      run('config', 'include.path', '../more.config');
    },
  ],
  [
    'hooks of the index, in .git and by core.hooksPath',
    ({ run, plant }) => {
      plant('.git/hooks/post-index-change');
      plant('hooks/post-index-change');
      plant('hooks/fsmonitor-watchman');
      run('config', 'core.hooksPath', 'hooks');
    },
  ],
  [
    'a signature check',
    ({ run, plant }) => {
      run('config', 'log.showSignature', 'true');
      run('config', 'gpg.program', plant('evil.sh'));
    },
  ],
  [
    'a pager, an editor and an askpass program',
    ({ run, plant }) => {
      const program = plant('evil.sh');
      for (const key of ['core.pager', 'pager.log', 'pager.diff', 'core.editor', 'sequence.editor', 'core.askPass'])
        run('config', key, program);
    },
  ],
  [
    'a missing object and a remote that is a program',
    ({ run, plant, put }) => {
      run('config', 'extensions.partialClone', 'origin');
      run('config', 'remote.origin.promisor', 'true');
      run('config', 'remote.origin.url', `ext::${plant('evil.sh')}`);
      run('config', 'protocol.ext.allow', 'always');
      run('config', 'core.sshCommand', plant('evil.sh'));
      put('.git/refs/heads/lost', `${'1'.repeat(40)}\n`);
    },
  ],
  [
    'a submodule with a config of its own',
    ({ run, plant, put, root }) => {
      mkdirSync(join(root, 'sub'));
      run('init', '-q', 'sub');
      run('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'x');
      run('-C', 'sub', 'config', 'core.fsmonitor', plant('evil.sh'));
      run('add', 'sub');
      put('.gitmodules', '[submodule "sub"]\npath = sub\nurl = ./sub\n');
    },
  ],
  [
    'a missing object and an upload program of the remote',
    ({ run, plant, put, root }) => {
      run('config', 'core.repositoryFormatVersion', '1');
      run('config', 'extensions.partialClone', 'origin');
      run('config', 'remote.origin.promisor', 'true');
      run('config', 'remote.origin.url', root);
      run('config', 'remote.origin.uploadpack', `${plant('evil.sh')} </dev/null; false`);
      run('config', 'core.autocrlf', 'true'); // makes adding look into what is staged
      put('a.txt', 'lost\n');
      run('add', 'a.txt');
      const blob = run('rev-parse', ':a.txt').trim();
      rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    },
  ],
  [
    'a submodule that wants to be looked into, with a filter',
    ({ run, plant, put, root }) => {
      run('init', '-q', 'sub');
      put('sub/f.txt', '1\n');
      run('-C', 'sub', 'add', '.');
      run('-C', 'sub', 'commit', '-q', '-m', 'x');
      put('.gitmodules', '[submodule "sub"]\npath = sub\nurl = ./sub\nignore = none\n');
      run('add', 'sub');
      run('-C', 'sub', 'config', 'filter.evil.clean', plant('evil.sh'));
      put('sub/.gitattributes', '* filter=evil\n');
      put('sub/f.txt', '2\n');
      utimesSync(join(root, 'sub/f.txt'), 1, 1); // same size, other time: only the content differs
    },
  ],
  [
    'a name that looks like a command',
    ({ run }) => run('config', 'user.email', '$(touch ../marker)@x`touch ../marker`'),
  ],
];

/** Changes files first, so that git has to look into them. */
async function lookAround({ git, put }: Repository): Promise<void> {
  put('a.txt', 'two\n');
  await git.read(['status', '--porcelain=v2', '-z'], signal);
  await git.read(['diff'], signal);
  await git.read(['diff', 'HEAD'], signal);
  await git.read(['diff', 'lost'], signal);
  await git.read(['log', '-p'], signal);
  await git.change(['add', '--', 'a.txt'], { hooks: false }, signal);
  await git.change(['add', '--', '.'], { hooks: false }, signal);
}

for (const [name, poison] of poisons) {
  test(`C5 ${name}: no program of the repository runs`, async (t) => {
    const repo = await repository(t);
    poison(repo);
    await lookAround(repo);
    assert.equal(repo.hasRun(), false);
    // Harmless commands still work.
    const log = await repo.git.read(['log', '--format=%s'], signal);
    assert.deepEqual(log, { status: 'ok', stdout: 'first\n', truncated: false });
  });
}

test('C5 most of the poisons work when git is called without precautions', async (t) => {
  const ran: string[] = [];
  for (const [name, poison] of poisons.slice(0, 7)) {
    const repo = await repository(t);
    poison(repo);
    repo.put('a.txt', 'three\n');
    for (const args of [['status'], ['diff'], ['add', 'a.txt']]) {
      try {
        repo.run(...args);
      } catch {
        // A program that is not a filter makes git fail after it ran.
      }
    }
    if (repo.hasRun()) ran.push(name);
  }
  assert.ok(ran.length >= 6, ran.join(', '));
});

test('C5 A9 git is never taken from the workspace', async (t) => {
  const repo = await repository(t, { path: `ROOT/bin:.:${process.env['PATH']}` });
  repo.plant('bin/git');
  repo.plant('git');
  assert.equal((await repo.git.read(['log', '--format=%s'], signal)).status, 'ok');
  assert.equal(repo.hasRun(), false);
});

test('C5 a bare repository inside a folder is not used', async (t) => {
  const repo = await repository(t, { init: false });
  repo.run('init', '-q', '--bare', '.');
  repo.plant('evil.sh');
  appendFileSync(join(repo.root, 'config'), `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ./evil.sh\n`);
  assert.equal((await repo.git.read(['status'], signal)).status, 'failed');
  assert.equal(repo.hasRun(), false);
});

test('C5 adding is refused if the repository’s config has a filter, unless it is git-lfs', async (t) => {
  const repo = await repository(t);
  repo.run('config', 'filter.lfs.clean', 'git-lfs clean -- %f');
  repo.put('b.txt', 'b');
  assert.equal((await repo.git.change(['add', '--', 'b.txt'], { hooks: false }, signal)).status, 'ok');
  repo.run('config', 'filter.other.clean', 'sed s/a/b/');
  const refused = await repo.git.change(['add', '--', 'b.txt'], { hooks: false }, signal);
  assert.deepEqual(
    [refused.status, refused.status !== 'ok' && refused.error.includes('filter.other.clean')],
    ['failed', true],
  );
});

test('C5 a config key that cannot be switched off leads to a refusal', async (t) => {
  const repo = await repository(t);
  appendFileSync(join(repo.root, '.git/config'), '[filter "a=b"]\n\tclean = cat\n');
  const refused = await repo.git.read(['status'], signal);
  assert.deepEqual(
    [refused.status, refused.status !== 'ok' && /cannot be switched off/.test(refused.error)],
    ['failed', true],
  );
});

test('C5 TOOL-2 a work tree elsewhere is not read, that of a submodule is', async (t) => {
  const { git, run, put, folder } = await repository(t);
  writeFileSync(join(folder, 'key'), 'secret\n');
  put('key', 'x\n');
  run('add', 'key');
  run('config', 'core.worktree', '../..');
  for (const result of [
    await git.read(['diff'], signal),
    await git.change(['add', '--', '.'], { hooks: false }, signal),
  ]) {
    assert.ok(result.status === 'failed');
    assert.match(result.error, /core\.worktree/);
  }
  run('config', 'core.worktree', '..');
  assert.equal((await git.read(['diff'], signal)).status, 'ok');
});

test('C5 adding is refused if a nested repository has a filter, however deep', async (t) => {
  const { git, run, put } = await repository(t);
  for (const name of ['sub', 'sub/deep']) {
    run('init', '-q', name);
    run('-C', name, 'commit', '-q', '--allow-empty', '-m', 'x');
  }
  run('-C', 'sub', 'add', 'deep');
  run('add', 'sub');
  run('-C', 'sub', 'config', 'core.worktree', '..'); // as in every submodule
  put('b.txt', 'b\n');
  assert.equal((await git.change(['add', '--', 'b.txt'], { hooks: false }, signal)).status, 'ok');
  run('-C', 'sub/deep', 'config', 'filter.evil.clean', 'evil');
  const refused = await git.change(['add', '--', 'b.txt'], { hooks: false }, signal);
  assert.ok(refused.status === 'failed');
  assert.match(refused.error, /sub\/deep.*filter\.evil\.clean/);
});

test('TOOL outside a repository, git is refused with helpful advice', async (t) => {
  const { git, root } = await repository(t, { init: false });
  assert.deepEqual(await git.read(['status'], signal), {
    status: 'failed',
    error: `not a git repository: ${root}. Run \`git init\` there first, or continue without git.`,
  });
});

test('TOOL a missing git is reported', async (t) => {
  const { git } = await repository(t, { init: false, path: '/nowhere' });
  const result = await git.read(['status'], signal);
  assert.deepEqual([result.status, result.status !== 'ok' && /not installed/.test(result.error)], ['failed', true]);
});

test('ESC-1 a cancelled call is reported as cancelled', async (t: TestContext) => {
  const { git } = await repository(t);
  assert.equal((await git.read(['log'], AbortSignal.abort())).status, 'cancelled');
});

test('commands in turn stop at the first failure, unless it may fail, and only the last one prints', async (t) => {
  const { git, run, put } = await repository(t);
  const odd = `it's "$(touch evil)"\n \\ $HOME é`;
  put(odd, 'one\n');
  const steps = [
    { args: ['add', '-A'] },
    { args: ['status'] },
    { args: ['commit', '-q', '-m', odd] },
    { args: ['log', '-1', '--format=%B'] },
  ];
  const done = await git.changeInTurn(steps, signal);
  assert.equal(done.status === 'ok' && done.stdout.trim(), odd.trim());
  assert.equal(run('show', '--format=', '--name-only', '-z', 'HEAD'), `${odd}\0`);
  const nothing = { args: ['commit', '-q', '-m', 'nothing'] };
  const last = { args: ['rev-parse', '--abbrev-ref', 'HEAD'] };
  const ended = await git.changeInTurn([nothing, last], signal);
  assert.equal(ended.status, 'failed');
  const went = await git.changeInTurn([{ ...nothing, mayFail: true }, last], signal);
  assert.equal(went.status === 'ok' && went.stdout, 'main\n');
});

test('FLEET-4 a look that is blocked by a pipe ends when it is cancelled', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { git, root, folder, processes } = await repository(t);
  rmSync(join(root, '.git/info/exclude'), { force: true });
  mkdirSync(join(root, '.git/info'), { recursive: true });
  execFileSync('mkfifo', [join(root, '.git/info/exclude')]);
  const ending = new AbortController();
  const look = git.lookThenChange(
    ['status', '--porcelain'],
    [{ args: ['add', '-A'] }],
    join(folder, 'index'),
    ending.signal,
  );
  const changed = look.change();
  ending.abort();
  assert.deepEqual([await look.foundNothing, await changed], [false, undefined]);
  await processes.settled();
});

test('changes follow a look in the same process only if it found nothing and its settings still hold', async (t) => {
  const { git, run, put, root, folder } = await repository(t);
  const index = join(folder, 'index');
  const steps = [{ args: ['add', '-A'] }, { args: ['diff', '--cached', '--name-only', 'HEAD', '--'] }];
  const look = () => git.lookThenChange(['status', '--porcelain'], steps, index, signal);
  const prepared = look();
  assert.equal(await prepared.foundNothing, true);
  put('new é.txt', 'new\n');
  copyFileSync(join(root, '.git/index'), index);
  const made = await prepared.change();
  assert.equal(made?.status === 'ok' && made.stdout, 'new é.txt\n');
  assert.equal(run('diff', '--cached', '--name-only'), '', 'its own index is as it was');
  assert.equal(await prepared.change(), undefined, 'once');

  const late = look();
  assert.deepEqual([await late.foundNothing, await late.change()], [false, undefined]);
  run('add', '-A');
  run('commit', '-q', '-m', 'more');
  const other = look();
  assert.equal(await other.foundNothing, true);
  run('config', 'diff.external', '/bin/false');
  assert.equal(await other.change(), undefined);
});
