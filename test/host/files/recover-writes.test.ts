import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { recoverWrites, type UndoneCall } from '../../../src/host/files/recover-writes.ts';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { faultsAsText } from '../../../src/words/fault.ts';
import { scratch } from '../../fixtures/run-coder.ts';

const SOURCE = JSON.stringify(new URL('../../../src/', import.meta.url).href);

/** Runs `work` in a process with `root`, `journal`, `workspace` and `changes` to `a`, `b`, `c` and a new `d`; `die()` is a kill -9. */
function inAProcess(t: TestContext, work: string) {
  const place = scratch(t);
  const at = (name: string) => join(place.path, name);
  for (const name of ['a', 'b', 'c']) writeFileSync(at(name), `old ${name}\n`, { mode: 0o640 });
  const code = `
    const [root, notes] = process.argv.slice(1);
    const { writeFileSync } = await import('node:fs');
    const { createWorkspace } = await import(${SOURCE} + 'host/files/workspace.ts');
    const { createWriteJournal } = await import(${SOURCE} + 'host/files/write-journal.ts');
    const journal = createWriteJournal({ notes: () => notes, locks: notes + '-locks' });
    const workspace = createWorkspace({ root, journal });
    const die = () => process.kill(process.pid, 'SIGKILL');
    const before = (name) => ({ bytes: Buffer.from('old ' + name + '\\n'), mode: 0o640 });
    const change = (name, was, after) => ({ path: root + '/' + name, before: was, after });
    const changes = [
      change('a', before('a'), Buffer.from('new a')),
      change('b', before('b'), null),
      change('c', before('c'), Buffer.from('new c')),
      change('d', undefined, Buffer.from('new d')),
    ];
    ${work}`;
  const notes = join(place.home, 'notes');
  const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code, place.path, notes], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const recover = () => recoverWrites(notes, createWorkspace({ root: place.path }), () => assert.fail());
  const texts = () => readdirSync(place.path).map((name) => readFileSync(at(name), 'utf8').trim());
  return { at, notes, recover, signal, texts };
}

test('H1 a change to several files that a kill cut short is reverted, including modes', async (t) => {
  const { at, notes, recover, signal, texts } = inAProcess(
    t,
    `await workspace.together('call-1', changes, async () => {
      await workspace.writeFile('a', Buffer.from('new a'));
      await workspace.removeFile('b');
      await workspace.writeFile('d', Buffer.from('new d'));
      die();
      await new Promise(() => setInterval(() => {}, 1000));
    });`,
  );
  assert.equal(signal, 'SIGKILL');
  assert.deepEqual(texts(), ['new a', 'old c', 'new d']);
  assert.deepEqual(plain(await recover()), [{ call: 'call-1', undone: ['a', 'b', 'd'], left: [] }]);
  assert.deepEqual(texts(), ['old a', 'old b', 'old c']);
  assert.equal(statSync(at('b')).mode & 0o777, 0o640);
  assert.deepEqual([await recover(), readdirSync(notes)], [[], []]);
});

test('H1 a file that was changed since is left as it is and named', async (t) => {
  const { at, recover, texts } = inAProcess(
    t,
    `await workspace.together('call-1', changes, async () => {
      await workspace.writeFile('a', Buffer.from('new a'));
      await workspace.removeFile('b');
      die();
      await new Promise(() => setInterval(() => {}, 1000));
    });`,
  );
  writeFileSync(at('a'), 'mine');
  assert.deepEqual(plain(await recover()), [{ call: 'call-1', undone: ['b'], left: [`${at('a')} (changed since)`] }]);
  assert.deepEqual(texts(), ['mine', 'old b', 'old c']);
});

test('H1 a change that had completed stays', async (t) => {
  const { notes, recover, texts } = inAProcess(
    t,
    `await workspace.together('call-1', changes, async () => {
      for (const { path, after } of changes) {
        if (after) await workspace.writeFile(path, after);
        else await workspace.removeFile(path);
      }
      die();
      await new Promise(() => setInterval(() => {}, 1000));
    });`,
  );
  assert.deepEqual(await recover(), []);
  assert.deepEqual([texts(), readdirSync(notes)], [['new a', 'new c', 'new d'], []]);
});

test('H1 temporary files of a killed coder are removed, those of a running one stay', async (t) => {
  const { notes, recover, texts, at } = inAProcess(
    t,
    `const temporary = root + '/.coder-0123456789abcdef01.tmp';
    journal.temporary(temporary);
    writeFileSync(temporary, 'half');
    journal.temporary(root + '/c'); // no name of ours
    die();
    await new Promise(() => setInterval(() => {}, 1000));`,
  );
  const { createWriteJournal } = await import('../../../src/host/files/write-journal.ts');
  const living = createWriteJournal({ notes: () => notes, locks: `${notes}-locks` });
  const isGone = living.temporary(at('.coder-aaaaaaaaaaaaaaaaaa.tmp'));
  writeFileSync(at('.coder-aaaaaaaaaaaaaaaaaa.tmp'), 'being written');
  assert.deepEqual(await recover(), []);
  assert.deepEqual(texts(), ['being written', 'old a', 'old b', 'old c']);
  isGone();
  assert.deepEqual(readdirSync(notes), []);
});

function plain(undone: readonly UndoneCall[]): unknown {
  return JSON.parse(JSON.stringify(undone, faultsAsText));
}
