import assert from 'node:assert/strict';
import fs, { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { namesIn } from '../../../src/base/files/folder.ts';
import { faultTexts } from '../../fixtures/fault-texts.ts';
import { treeOf, type UndoBench, undoBench } from '../../fixtures/undo-bench.ts';

const FILES = {
  'a.ts': 'one\n',
  'run.sh': '#!/bin/sh\n',
  'dir/x.txt': 'x\n',
  'dir/deep/y.txt': 'y\n',
  'swap/z.txt': 'z\n',
};
const CHANGING = ['writeSync', 'writeFileSync', 'renameSync', 'rmSync', 'unlinkSync', 'rmdirSync'] as const;
const MAKING = ['mkdirSync', 'symlinkSync', 'chmodSync', 'fchmodSync'] as const;

/** Testing every step takes ten seconds. */
const STRIDE = process.env.CODER_LONG === '1' ? 1 : 19;

class Killed extends Error {}

/** Simulates a kill at the n-th change to the disk: neither that change nor any later one takes place. */
async function killedAt(step: number, act: () => Promise<unknown>): Promise<boolean> {
  const names = [...CHANGING, ...MAKING];
  const real = new Map(names.map((name) => [name, fs[name] as (...args: never[]) => unknown]));
  let count = 0;
  for (const name of names) {
    Object.assign(fs, {
      [name](...args: never[]) {
        count += 1;
        if (count >= step) throw new Killed();
        return real.get(name)?.(...args);
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await act();
    return count >= step;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  } finally {
    for (const [name, original] of real) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}

/** One turn with every kind of change, and another after it. */
async function twoTurns(bench: UndoBench): Promise<void> {
  const { file } = bench;
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.write('made/new.ts', 'new\n');
  await bench.shell('rm -r dir; rm -r swap && echo file > swap; chmod 755 run.sh; ln -s a.ts link; mkdir empty');
  await bench.settled();
  bench.begin();
  await bench.write('a.ts', 'three\n');
  await bench.edit(['other'], () => symlinkSync('run.sh', file('other')));
  await bench.settled();
}

/** Does what a later coder does with the notes of one that was killed. */
async function recover({ folder, recovery }: UndoBench): Promise<{ left: string[] }> {
  const notes = join(folder, 'writing');
  rmSync(join(folder, 'locks'), { recursive: true, force: true }); // those of a process that is gone
  const left: string[] = [];
  const all = namesIn(notes).map((name) => readFileSync(join(notes, name), 'utf8'));
  const read = all.map((text) => (text === '' ? {} : JSON.parse(text)) as { undo?: unknown; temporary?: string });
  for (const { temporary } of read) if (temporary !== undefined) rmSync(temporary, { force: true });
  for (const { undo } of read) if (undo !== undefined) left.push(...faultTexts((await recovery(undo)).left));
  rmSync(notes, { recursive: true, force: true });
  return { left };
}

for (const git of [false, true]) {
  test(`H1 H7 SES-4 an undo or redo killed at any moment is either complete or has no effect, ${git ? 'with' : 'without'} git`, async (t) => {
    await using bench = undoBench({ git, files: FILES });
    const before = treeOf(bench.root);
    await twoTurns(bench);
    const after = treeOf(bench.root);
    const everyStep = async (act: (bench: UndoBench) => Promise<unknown>, from: object, to: object) => {
      for (let step = 1; ; step += STRIDE) {
        await using again = bench.restarted();
        const isKilled = await killedAt(step, () => act(again));
        if (!isKilled) return step;
        const { left } = await recover(again);
        const isLogged =
          ['undo', 'redo'].includes(again.session.entries.at(-1)?.type ?? '') && count !== again.session.entries.length;
        assert.deepEqual(left, [], `killed at step ${step}`);
        assert.deepEqual(treeOf(bench.root), isLogged ? to : from, `killed at step ${step}`);
        if (isLogged) return step;
      }
    };
    let count = bench.session.entries.length;
    const undoSteps = await everyStep(({ control }) => control.undo(2), after, before);
    assert.deepEqual(treeOf(bench.root), before);
    count = bench.session.entries.length;
    const redoSteps = await everyStep(({ control }) => control.redo(), before, after);
    assert.deepEqual(treeOf(bench.root), after);
    t.diagnostic(`${undoSteps} and ${redoSteps} moments, every ${STRIDE}`);
    assert.ok(undoSteps > 20 && redoSteps > 20, `${undoSteps} and ${redoSteps} moments`);
    await bench.restarted().control.undo(2);
    assert.deepEqual(treeOf(bench.root), before, 'and can be undone again');
  });
}

test('H6 a file that was changed after the kill is not touched, and is named', async () => {
  await using bench = undoBench({ files: FILES });
  await twoTurns(bench);
  await killedAt(12, () => bench.control.undo(2));
  writeFileSync(bench.file('a.ts'), 'mine\n');
  const { left } = await recover(bench.restarted());
  assert.match(left.join(), /a\.ts \(changed\)/);
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'mine\n');
});
