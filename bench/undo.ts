/** What undo costs in a tree of 50,000 files: added to a turn that runs the shell, and for undoing that turn. */

import { lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitInit, undoBench } from '../test/fixtures/undo-bench.ts';
import { type Line, median, report, scratchFolder } from './measure.ts';

const FOLDERS = 500;
const FILES = 100;
const ROUNDS = 5;
const MAX_BYTES = 256 * 1024 * 1024;
const COMMAND = 'sed -i s/export/import/ d1/s1/f1.ts; rm -r d2/s2; mv d3/s3 d3/moved; echo new > d4/s4/new.ts';

const good = [report(await measure(true)), report(await measure(false))].every(Boolean);
process.exitCode = good ? 0 : 1;

async function measure(git: boolean): Promise<Line[]> {
  const scratch = scratchFolder();
  const root = join(scratch.path, 'project');
  makeTree(root);
  if (git) gitInit(root);
  const floor = median(Array.from({ length: 3 }, () => timed(() => lookAtAll(root))));
  const first: number[] = [];
  const later: number[] = [];
  const behind: number[] = [];
  const undo: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = join(scratch.path, `kept-${round}`);
    await using bench = undoBench({ root, folder, maxBytes: MAX_BYTES });
    for (const waits of [first, later]) {
      bench.begin();
      const started = performance.now();
      const done = await bench.beforeShell();
      const before = performance.now() - started;
      await bench.run(COMMAND);
      const ended = performance.now();
      await done();
      waits.push(before + performance.now() - ended);
      await bench.settled();
      behind.push(performance.now() - ended);
      const asked = performance.now();
      const { turns } = await bench.control.undo(1);
      undo.push(performance.now() - asked);
      if (turns[0]?.files.some(({ refused }) => refused)) throw new Error('not everything could be undone');
    }
    const kept = sizeOf(folder);
    if (kept > MAX_BYTES) throw new Error(`the store has ${kept} bytes`);
    if (round === ROUNDS - 1)
      console.log(`${git ? 'in git' : 'outside git'}: ${kept} bytes on disk for ${ROUNDS} turns`);
    rmSync(folder, { recursive: true, force: true });
  }
  scratch.remove();
  const where = git ? 'in git' : 'outside git';
  return [
    { what: `lstat of ${FOLDERS * FILES} files, for comparison`, value: floor, unit: 'ms' },
    {
      what: `first command of a session waits, ${where}`,
      value: median(first),
      unit: 'ms',
      ...(git && { limit: 400 }),
    },
    { what: `each later command waits, ${where}`, value: median(later), unit: 'ms', limit: 400 },
    { what: 'in the background of the next model call', value: median(behind), unit: 'ms' },
    { what: `undo of ${FILES * 2} files and folders, ${where}`, value: median(undo), unit: 'ms', limit: 2000 },
  ];
}

function makeTree(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(root, `d${folder % 20}/s${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES; file += 1) {
      writeFileSync(join(path, `f${file}.ts`), `export const value = ${folder * file};\n`.repeat(20 + (file % 30)));
    }
  }
}

function lookAtAll(root: string): void {
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!path.startsWith('.git')) lstatSync(join(root, path));
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
