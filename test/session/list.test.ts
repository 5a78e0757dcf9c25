import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { latestSession, listSessions } from '../../src/session/list.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { manyFiles } from '../fixtures/many-files.ts';
import { assistant, open, said, tempFolder, user } from './open.ts';

async function make(root: string, id: string, text: string, time: number): Promise<void> {
  const session = await open(root, id, { create: true });
  await session.append({ type: 'request', model: 'small', system: 's', tools: [] });
  await session.append(said(user(text)));
  await session.append(said(assistant('yes')));
  await session.close();
  const file = join(root, '.coder', 'sessions', `${id}.jsonl`);
  utimesSync(file, time, time);
}

test('SES-3 sessions are listed newest first with title and times', async (t) => {
  const root = tempFolder(t);
  const folder = join(root, '.coder', 'sessions');
  assert.deepEqual(await listSessions(folder, 10), []);
  assert.equal(await latestSession(folder), undefined);
  await make(root, 'old', 'The old one', 1000);
  await make(root, 'new', 'The new one', 3000.0004); // a fraction of a millisecond
  await make(root, 'middle', 'The middle one', 2000);
  const listed = await listSessions(folder, 10);
  assert.deepEqual(
    listed.map(({ startedAt, ...rest }) => ({ ...rest, started: startedAt > 0 })),
    [
      { id: 'new', title: 'The new one', updatedAt: 3_000_000, cwd: root, model: 'small', started: true },
      { id: 'middle', title: 'The middle one', updatedAt: 2_000_000, cwd: root, model: 'small', started: true },
      { id: 'old', title: 'The old one', updatedAt: 1_000_000, cwd: root, model: 'small', started: true },
    ],
  );
  assert.deepEqual(
    (await listSessions(folder, 2)).map(({ id }) => id),
    ['new', 'middle'],
  );
  assert.equal((await latestSession(folder))?.id, 'new');
});

test('H4 bad files do not hide others', async (t) => {
  const root = tempFolder(t);
  const folder = join(root, '.coder', 'sessions');
  await make(root, 'good', 'A good one', 1000);
  writeFileSync(join(folder, 'empty.jsonl'), '');
  writeFileSync(join(folder, 'nul.jsonl'), Buffer.alloc(1000));
  writeFileSync(join(folder, 'text.jsonl'), 'not a session\n'.repeat(10));
  writeFileSync(join(folder, 'b\u001b[2J.jsonl'), '');
  writeFileSync(join(folder, 'good.jsonl.torn-1'), 'x');
  mkdirSync(join(folder, 'folder.jsonl'));
  symlinkSync('/nowhere', join(folder, 'dangling.jsonl'));
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
  const listed = await listSessions(folder, 100);
  assert.deepEqual(listed.map(({ id, damaged }) => `${id} ${damaged ?? false}`).sort(), [
    'empty true',
    'good false',
    'nul true',
    'text true',
  ]);
  assert.equal((await latestSession(folder))?.id, 'good');
});

test('a session whose first message is a megabyte long still gets a title', async (t) => {
  const root = tempFolder(t);
  await make(root, 'long', `Look at this\n${'x'.repeat(1_000_000)}`, 1000);
  assert.equal((await listSessions(join(root, '.coder', 'sessions'), 1))[0]?.title, 'Look at this');
});

test('a thousand sessions are listed quickly', async (t) => {
  const root = tempFolder(t);
  await make(root, 'a', 'One of many', 1000);
  const folder = join(root, '.coder', 'sessions');
  const { readFileSync } = await import('node:fs');
  const log = readFileSync(join(folder, 'a.jsonl'));
  const names = Array.from({ length: 1000 }, (_, index) => join(folder, `s${index}.jsonl`));
  manyFiles(names, log);
  const start = cpuTime();
  assert.equal((await listSessions(folder, 20)).length, 20);
  const took = cpuTime() - start;
  assert.ok(took < 500, `took ${took} ms`);
});

test('H8 a session written after the clock was set back a day is the newest', async (t) => {
  const root = tempFolder(t);
  const folder = join(root, '.coder', 'sessions');
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  await make(root, 'before', 'Before', tomorrow);
  for (const id of ['after', 'later']) {
    const session = await open(root, id, { create: true });
    await session.append(said(user(id)));
    await session.close();
    assert.equal((await latestSession(folder))?.id, id);
  }
});
