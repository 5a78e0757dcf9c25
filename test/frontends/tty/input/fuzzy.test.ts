import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFuzzyMatcher } from '../../../../src/frontends/tty/input/fuzzy.ts';
import { createFuzzyIndex } from '../../../../src/frontends/tty/input/fuzzy-index.ts';

function rank(query: string, names: string[]): string[] {
  const matcher = createFuzzyMatcher(query);
  return names
    .map((name) => ({ name, score: matcher.score(name, name.toLowerCase()) }))
    .filter((entry): entry is { name: string; score: number } => entry.score !== undefined)
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name);
}

test('IN-9 the better match comes first', () => {
  const rows: [query: string, better: string, worse: string][] = [
    ['edit', 'src/editor.ts', 'src/credit.ts'],
    ['editor', 'src/editor.ts', 'editor/other.ts'],
    ['main', 'src/main.ts', 'src/domain.ts'],
    ['main', 'main.ts', 'src/deep/down/main.ts'],
    ['main', 'src/main.ts', 'src/main-window.ts'],
    ['fb', 'src/foo-bar.ts', 'src/forbid.ts'],
    ['kd', 'createKeyDecoder.ts', 'backdoor.ts'],
    ['kd', 'KeyDecoder.ts', 'walkedd.ts'],
    ['stk', 'src/tty/keys.ts', 'src/mistake.ts'],
    ['test/edit', 'test/editor.test.ts', 'src/latest/credit.ts'],
    ['README', 'README.md', 'docs/readme-old.md'],
    ['rea', 'README.md', 'src/area.ts'],
    ['a.ts', 'src/a.ts', 'src/alpha.test.ts'],
    ['model', '/model', '/remodel'],
    ['re', 'resume', 'permissions'],
    ['src/', 'src/', 'lib/src/x'],
  ];
  for (const [query, better, worse] of rows) {
    const [first] = rank(query, [worse, better]);
    assert.equal(first, better, `${query}: ${better} before ${worse}`);
  }
});

test('IN-9 all letters must occur in order, in either case', () => {
  assert.deepEqual(rank('xyz', ['axbycz', 'xzy', 'XYZ']), ['XYZ', 'axbycz']);
  assert.deepEqual(rank('文', ['中文.md', 'a.md']), ['中文.md']);
  assert.deepEqual(rank('', ['b', 'a']), ['b', 'a']);
});

test('IN-9 a very long name is matched safely', () => {
  const long = `${'a/'.repeat(5000)}needle.ts`;
  assert.deepEqual(rank('needle', [long]), [long]);
  assert.deepEqual(rank('aaan', [long]), [long]);
});

function manyFiles(count: number): string[] {
  const words = ['src', 'lib', 'core', 'index', 'editor', 'parser', 'view', 'model', 'session', 'config'];
  return Array.from(
    { length: count },
    (_, at) => `${words[at % 10]}/${words[(at * 7) % 10]}/${words[(at * 3) % 10]}-${at}.ts`,
  );
}

test('IN-9 an index finds what a plain ranking finds, also as the query grows and shrinks', async () => {
  const files = [...manyFiles(3000), 'src/frontends/tty/editor.ts', 'README.md'];
  const index = createFuzzyIndex(files);
  for (const query of ['', 'e', 'ed', 'edi', 'edit', 'edito', 'ed', 'read', 'readme', 'zzz', 'src/ed']) {
    const fresh = await createFuzzyIndex(files).search(query, 20, () => true);
    assert.deepEqual(await index.search(query, 20, () => true), fresh, query);
  }
  assert.equal((await index.search('editor', 5, () => true))?.[0], 'src/frontends/tty/editor.ts');
  assert.equal((await index.search('', 5, () => true))?.[0], 'README.md');
  assert.deepEqual(await index.search('zzz', 5, () => true), []);
});

test('IN-9 a search of 50,000 files lets the event loop run, and stops when its result is no longer wanted', async () => {
  const index = createFuzzyIndex(manyFiles(50_000));
  let turns = 0;
  let running = true;
  function turn(): void {
    turns += 1;
    if (running) setImmediate(turn);
  }
  setImmediate(turn);
  assert.equal((await index.search('edi', 10, () => true))?.length, 10);
  assert.ok(turns >= 2, `the loop turned ${turns} times`);
  let asked = 0;
  const stopped = await createFuzzyIndex(manyFiles(50_000)).search('e', 10, () => {
    asked += 1;
    return false;
  });
  running = false;
  assert.equal(stopped, undefined);
  assert.equal(asked, 1);
});
