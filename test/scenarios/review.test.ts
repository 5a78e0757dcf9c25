import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { type DiffFile, readDiff } from '../../src/app/review/diff.ts';
import { isLong } from '../fixtures/long.ts';
import { call, H, HANG, say, startModelServer, status } from '../fixtures/model-server.ts';
import { runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

const data = (name: string) => readFileSync(fileURLToPath(new URL(`../data/${name}`, import.meta.url)), 'utf8');
const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
/** The short form tries some of the changes, in every format, with and without a failing level. */
const isTried = (index: number) => isLong || index % 10 === 0 || index === 19;

interface Reviewed {
  findings: { file: string; line: number; suggestion?: { old: string } }[];
  dropped: Record<string, number>;
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', [...IDENTITY, ...args], { cwd, encoding: 'utf8' });

/** 20 changes of a real project, each a commit in its own folder; lines that no hunk shows are filled in. */
function realChanges(place: Scratch): { folder: string; index: number; commit: string; files: DiffFile[] }[] {
  const diffs = data('review-diffs.jsonl').trimEnd().split('\n');
  git(place.path, 'init', '-q', '-b', 'main');
  const changes = diffs.map((line, index) => {
    const folder = `change-${index + 1}`;
    return { folder, index, files: readDiff((JSON.parse(line) as { diff: string }).diff) };
  });
  for (const { folder, files } of changes) for (const file of files) put(join(place.path, folder), file, '-');
  git(place.path, 'add', '.');
  git(place.path, 'commit', '-qm', 'before');
  const tried = changes.filter(({ index }) => isTried(index));
  return tried.map(({ folder, index, files }) => {
    for (const file of files) put(join(place.path, folder), file, '+');
    git(place.path, 'add', '.');
    git(place.path, 'commit', '-qm', folder);
    return { folder, index, files, commit: git(place.path, 'rev-parse', 'HEAD').trim() };
  });
}

function put(folder: string, { path, status, hunks }: DiffFile, side: '-' | '+'): void {
  const target = join(folder, path);
  if (status === (side === '-' ? 'added' : 'deleted')) return rmSync(target, { force: true });
  const lines: string[] = [];
  for (const { header, rows } of hunks) {
    const start = Number(/^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header)?.[side === '-' ? 1 : 2]);
    while (lines.length < start - 1) lines.push(`// ${lines.length + 1}`);
    lines.push(...rows.filter(({ mark }) => mark === ' ' || mark === side).map(({ text }) => text));
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${lines.join('\n')}\n`);
}

/** Two findings that the diff supports, and four invented ones. */
function answer(folder: string, files: readonly DiffFile[]): string {
  const file = files.find(({ text }) => /^\+[^+]/m.test(text)) as DiffFile;
  const row = file.hunks.flatMap(({ rows }) => rows).find(({ mark, text }) => mark === '+' && text.trim() !== '');
  const base = { file: `${folder}/${file.path}`, line: row?.line, severity: 'error', title: 'T', reason: 'R' };
  const findings = [
    { ...base, title: 'real', suggestion: { old: row?.text, new: '// better' } },
    { ...base, title: 'also real', severity: 'note', reason: 'with\n::set-env name=x::y\u001b[31m' },
    { ...base, file: `${folder}/src/invented.ts` },
    { ...base, file: '../../etc/passwd' },
    { ...base, line: 99_999 },
    { ...base, title: 'no such text', suggestion: { old: 'this is not in the file', new: '' } },
  ];
  return JSON.stringify({ findings });
}

let place: Scratch;
let changes: ReturnType<typeof realChanges>;
before(() => {
  place = scratch();
  changes = realChanges(place);
});
after(() => place[Symbol.dispose]());

test('FLEET-5 on real changes invented findings are dropped and counted, SARIF is valid, and nothing is written', async () => {
  await using server = await startModelServer((request) => {
    const change = changes.find(({ folder }) => request.body.includes(`File: ${folder}/`));
    return change ? say(answer(change.folder, change.files)) : status(400, {}, 'no such change');
  });
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(data('sarif-2.1.0.schema.json')) as object,
  );
  const review = async ({ folder, commit, index }: (typeof changes)[number]) => {
    const format = FORMATS[index % FORMATS.length] ?? 'text';
    const args = ['review', '--commit', commit, '--format', format, '--fail-on', index < 10 ? 'error' : 'never'];
    const { code, stdout, stderr } = await runCoder(args, { cwd: place.path, url: server.url });
    assert.equal(code, index < 10 ? 1 : 0, `${folder}: ${stderr}`);
    if (format === 'json') {
      const { findings, dropped } = JSON.parse(stdout) as Reviewed;
      assert.deepEqual(dropped, { total: 4, malformed: 0, file: 2, line: 1, suggestion: 1, repeated: 0 });
      assert.deepEqual(
        findings.map(({ file, suggestion }) => [file.startsWith(`${folder}/`), suggestion !== undefined]),
        [
          [true, true],
          [true, false],
        ],
      );
    }
    if (format === 'sarif') {
      const sarif = JSON.parse(stdout) as { runs: [{ results: unknown[]; properties: { dropped: object } }] };
      assert.ok(validate(sarif), JSON.stringify(validate.errors));
      assert.equal(sarif.runs[0].results.length, 2);
    }
    if (format === 'github') {
      assert.match(stdout, /^::error file=change-\d+\/src\/\S+,line=\d+,endLine=\d+,title=real::R\n::notice .*\n$/);
      assert.match(stdout, /::with%0A::set-env name=x::y\n$/);
    }
    if (format === 'text') {
      assert.match(stdout, /:\d+: error: real\n {2}R\n {2}suggestion:\n {2}-.*\n {2}\+\/\/ better\n/);
      assert.match(stdout, /1 error, 0 warnings, 1 note in \d files?\. Dropped: 2 not in a file of the diff, 1 not on/);
      assert.ok(!stdout.includes('\u001b'));
    }
  };
  const todo = [...changes];
  const worker = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) await review(next);
  };
  await Promise.all([worker(), worker(), worker()]);
  assert.equal(git(place.path, 'status', '--porcelain', '--ignored'), '');
});

test('FLEET-5 --uncommitted covers new files, --staged the staged version, --base everything since the branch point', async (t) => {
  const own = scratch(t);
  const run = (...args: string[]) => git(own.path, ...args);
  run('init', '-q', '-b', 'main');
  writeFileSync(join(own.path, 'a.txt'), 'one\n');
  run('add', '.');
  run('commit', '-qm', 'one');
  run('checkout', '-qb', 'topic');
  appendFileSync(join(own.path, 'a.txt'), 'committed\n');
  run('commit', '-qam', 'two');
  run('checkout', '-q', 'main');
  writeFileSync(join(own.path, 'main.txt'), 'of main\n');
  run('add', '.');
  run('commit', '-qm', 'three');
  run('checkout', '-q', 'topic');
  appendFileSync(join(own.path, 'a.txt'), 'staged\n');
  run('add', '.');
  writeFileSync(join(own.path, 'a.txt'), 'one\ncommitted\nnot staged\n');
  writeFileSync(join(own.path, 'new.txt'), 'new\n');
  writeFileSync(join(own.path, '.env'), 'PASSWORD=hunter2hunter2\n');
  const finding = { file: 'a.txt', line: 3, severity: 'warning', title: 'T', reason: 'R' };
  const findings = [{ ...finding, suggestion: { old: 'staged', new: 'x' } }];
  await using server = await startModelServer(() => say(`\`\`\`json\n${JSON.stringify({ findings })}\n\`\`\``));
  const review = async (...args: string[]) => {
    const ended = await runCoder(['review', '--format', 'json', ...args], { cwd: own.path, url: server.url });
    const { dropped, findings: kept } = JSON.parse(ended.stdout) as Reviewed;
    const sent = server.requests.at(-1)?.body ?? '';
    return [ended.code, kept.length, dropped['suggestion'], sent.match(/File: [\w.]+/g)?.join()];
  };
  assert.deepEqual(await review('--staged'), [1, 1, 0, 'File: a.txt']);
  assert.deepEqual(await review(), [0, 0, 1, 'File: a.txt,File: new.txt']);
  assert.deepEqual(await review('--uncommitted', '--fail-on', 'error'), [0, 0, 1, 'File: a.txt,File: new.txt']);
  assert.deepEqual(await review('--base', 'main'), [0, 0, 1, 'File: a.txt']);
  assert.ok(server.requests.every(({ body }) => !body.includes('hunter2') && !body.includes('of main')));
});

test('FLEET-5 CLI-2 exit codes: 0 for nothing to review, 2 for no repository, bad range or level, 3 for limits, 4 for a refusal, 1 for an error', async (t) => {
  const [last] = [changes.at(-1)];
  const commit = last?.commit ?? '';
  const none = JSON.stringify({ findings: [] });
  await using server = await startModelServer(({ body }) => {
    if (body.includes('"model":"broken"')) return status(400, {}, '{"error":{"message":"no such model"}}');
    if (body.includes('"model":"prose"')) return say('All is well.');
    if (body.includes('"model":"curious"') && !body.includes('"role":"tool"'))
      return call('bash', { command: 'npm test' });
    if (body.includes('"model":"writes"') && !body.includes('"role":"tool"'))
      return call('write', { path: 'written.txt', content: 'x' });
    return say(none);
  });
  const review = (args: string[], cwd = place.path) => runCoder(['review', ...args], { cwd, url: server.url });
  const empty = scratch(t);
  const [clean, json, outside, ref, level, twice] = await Promise.all([
    review([]),
    review(['--staged', '--format', 'json']),
    review([], empty.path),
    review(['--base', '--output=/tmp/x']),
    review(['--fail-on', 'fatal']),
    review(['--staged', '--commit', 'HEAD']),
  ]);
  assert.deepEqual([clean.code, clean.stdout], [0, 'Nothing to review: the diff is empty.\n']);
  assert.deepEqual([json.code, (JSON.parse(json.stdout) as Reviewed).findings], [0, []]);
  assert.deepEqual([outside.code, /is not in a git repository/.test(outside.stderr)], [2, true]);
  assert.deepEqual([ref.code, level.code, twice.code], [2, 2, 2]);
  assert.equal(server.requests.length, 0);
  const unknown = await review(['--base', 'nowhere']);
  assert.deepEqual([unknown.code, /does not know the commit "nowhere"/.test(unknown.stderr)], [2, true]);
  const [fine, broken, prose, curious, writes, over] = await Promise.all([
    review(['--commit', commit]),
    review(['--commit', commit, '--model', 'broken', '--format', 'sarif']),
    review(['--commit', commit, '--model', 'prose']),
    review(['--commit', commit, '--model', 'curious']),
    review(['--commit', commit, '--model', 'writes']),
    review(['--commit', commit, '--budget', '1 tokens']),
  ]);
  assert.deepEqual([fine.code, fine.stdout], [0, 'Nothing found in 1 file.\n']);
  assert.deepEqual([broken.code, broken.stdout, /no such model/.test(broken.stderr)], [1, '', true]);
  assert.deepEqual([prose.code, /did not answer with a list/.test(prose.stderr)], [1, true]);
  assert.equal(curious.code, 4, curious.stderr);
  assert.deepEqual([writes.code, existsSync(join(place.path, 'written.txt'))], [0, false]);
  assert.equal(over.code, 3, over.stderr);
});

test('FLEET-5 a signal ends a review with 130, and without a model the review explains what to do', async () => {
  const commit = changes[0]?.commit ?? '';
  const asked = Promise.withResolvers<void>();
  await using server = await startModelServer(() => {
    asked.resolve();
    return [H, HANG];
  });
  let child: Parameters<NonNullable<Parameters<typeof runCoder>[1]['onSpawn']>>[0] | undefined;
  const ended = runCoder(['review', '--commit', commit], {
    cwd: place.path,
    url: server.url,
    onSpawn: (spawned) => (child = spawned),
  });
  await asked.promise;
  child?.kill('SIGTERM');
  assert.equal((await ended).code, 130);
  const offline = await runCoder(['review', '--commit', commit], { cwd: place.path });
  assert.deepEqual([offline.code, /offline model cannot review/.test(offline.stderr)], [1, true]);
});
