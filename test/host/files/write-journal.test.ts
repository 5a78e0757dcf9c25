import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { createWriteJournal } from '../../../src/host/files/write-journal.ts';
import { scratch } from '../../fixtures/run-coder.ts';

const SOURCE = JSON.stringify(new URL('../../../src/', import.meta.url).href);

/** Each editor changes its own lines, and reads the file again if told that it changed. */
const EDITOR = `
  const [root, home, mine, count] = process.argv.slice(1);
  const { createWorkspace } = await import(${SOURCE} + 'host/files/workspace.ts');
  const { createWriteJournal } = await import(${SOURCE} + 'host/files/write-journal.ts');
  const journal = createWriteJournal({ notes: () => home + '/notes', locks: home + '/locks' });
  const workspace = createWorkspace({ root, journal });
  process.stdout.write('ready\\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  for (let line = 0; line < Number(count); ) {
    try {
      const read = await workspace.readFile('a.txt');
      const text = read.bytes.toString().replace(mine + line + ' 0', mine + line + ' 1');
      await workspace.writeFile('a.txt', Buffer.from(text), { over: read });
      line += 1;
    } catch (error) {
      if (error.code !== 'stale' && error.code !== 'changed') throw error;
    }
  }
  process.exit(0);`;

test('H2 two coders that change one file lose nothing that was reported as written', async (t) => {
  const place = scratch(t);
  const count = 150;
  const lines = ['a', 'b'].flatMap((mine) => Array.from({ length: count }, (_, line) => `${mine}${line} 0`));
  writeFileSync(join(place.path, 'a.txt'), `${lines.join('\n')}\n`);
  const editors = ['a', 'b'].map((mine) => {
    const args = ['--input-type=module', '-e', EDITOR, place.path, place.home, mine, String(count)];
    return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  });
  await Promise.all(editors.map((child) => new Promise((resolve) => child.stdout.once('data', resolve))));
  for (const child of editors) child.stdin.write('go\n');
  const codes = await Promise.all(editors.map((child) => new Promise((resolve) => child.once('close', resolve))));
  assert.deepEqual(codes, [0, 0]);
  const left = readFileSync(join(place.path, 'a.txt'), 'utf8').split('\n');
  assert.deepEqual(
    left.filter((line) => line.endsWith(' 0')),
    [],
    'nothing is lost',
  );
  for (const folder of ['notes', 'locks']) assert.deepEqual(readdirSync(join(place.home, folder)), []);
});

test('H2 a file replaced by another of the same length and time is noticed', async (t) => {
  const place = scratch(t);
  const workspace = createWorkspace({ root: place.path });
  writeFileSync(join(place.path, 'a.txt'), 'one');
  const read = await workspace.readFile('a.txt');
  await workspace.writeFile('a.txt', Buffer.from('two'));
  const { mtimeMs } = await workspace.readFile('a.txt');
  await assert.rejects(workspace.writeFile('a.txt', Buffer.from('six'), { over: { ...read, mtimeMs } }), {
    code: 'stale',
  });
});

test('H3 files are written even if the journal cannot be', async (t) => {
  const place = scratch(t);
  const file = join(place.home, 'file');
  writeFileSync(file, '');
  const journal = createWriteJournal({ notes: () => join(file, 'notes'), locks: join(file, 'locks') });
  const workspace = createWorkspace({ root: place.path, journal });
  mkdirSync(join(place.path, 'below'));
  await workspace.writeFile('below/a.txt', Buffer.from('one'));
  assert.equal(readFileSync(join(place.path, 'below', 'a.txt'), 'utf8'), 'one');
  if (!existsSync('/proc/self/fd')) return;
  // A folder that exists but in which no lock can be created.
  const full = createWriteJournal({ notes: () => '/proc/self/fd', locks: '/proc/self/fd' });
  await createWorkspace({ root: place.path, journal: full }).writeFile('below/a.txt', Buffer.from('two'));
  assert.equal(readFileSync(join(place.path, 'below', 'a.txt'), 'utf8'), 'two');
});
