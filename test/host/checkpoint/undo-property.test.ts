import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { UndoReport } from '../../../src/protocol/undo.ts';
import { times } from '../../fixtures/long.ts';
import { type UndoBench, undoBench } from '../../fixtures/undo-bench.ts';

/** Set `UNDO_RUNS=1000` for the long run. */
const RUNS = Number(process.env.UNDO_RUNS ?? times({ long: 100, short: 20 }));
const STEPS = 14;
const PATHS = ['a', 'b', 'dir/c', 'dir/deep/d', 'e'];

for (const git of [false, true]) {
  const runs = git ? Math.ceil(RUNS / 15) : RUNS;
  test(`H6 H7 SES-7 ${runs} random orders of edits, commands, a person's changes, undo and redo are handled correctly, ${git ? 'in git' : 'outside git'}`, async () => {
    for (let seed = 1; seed <= runs; seed += 1) await play(seed, git);
  });
}

/** What is known of a path: who wrote it last, and which turns changed it after the person did. */
interface Known {
  byPerson: boolean;
  /** What the person last left there; `null` for no file. */
  last: string | null;
  since: Set<string>;
}

async function play(seed: number, git: boolean): Promise<void> {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  await using bench = undoBench({ git, files: { a: 'a0\n', 'dir/c': 'c0\n', 'dir/deep/d': 'd0\n' } });
  const known = new Map<string, Known>(
    PATHS.map((path) => [path, { byPerson: true, last: read(bench, path), since: new Set() }]),
  );
  const operations: string[][] = [];
  const undone = new Map(PATHS.map((path) => [path, new Set<string>()]));
  let turn = bench.begin();
  let count = 0;
  const story: string[] = [];

  const touch = (path: string, byPerson: boolean) => {
    const one = known.get(path);
    if (!one) return;
    if (byPerson) {
      const last = read(bench, path);
      const isTheirs = last !== null && /^person|^[a-e]0$/m.test(last); // not what a turn wrote and the person only moved
      known.set(path, { byPerson: isTheirs, last, since: new Set(isTheirs ? [] : ['moved or removed']) });
    } else {
      one.byPerson = false;
      one.since.add(turn);
    }
  };
  const act = async (byPerson: boolean, kind: 'edit' | 'shell', change: () => string[]) => {
    const before = contents(bench);
    const run = () => {
      const paths = change();
      const now = contents(bench);
      for (const path of PATHS) if (paths.includes(path) && before.get(path) !== now.get(path)) touch(path, byPerson);
    };
    if (byPerson) run();
    else if (kind === 'edit') await bench.edit(PATHS, run);
    else await shell(bench, run);
  };

  for (let step = 0; step < STEPS; step += 1) {
    const what = pick(['turn', 'edit', 'edit', 'shell', 'shell', 'person', 'person', 'undo', 'undo2', 'redo']);
    const path = pick(PATHS);
    const other = pick(PATHS);
    const text = `${what} ${(count += 1)}\n`;
    story.push(`${what} ${path} ${other}`);
    const change = pick([
      () => put(bench, path, text),
      () => put(bench, path, text),
      () => remove(bench, path),
      () => move(bench, path, other),
    ]);
    switch (what) {
      case 'turn':
        turn = bench.begin();
        break;
      case 'edit':
      case 'shell':
        await act(false, what, change);
        break;
      case 'person':
        await bench.settled(); // during the look after a command, no one could tell whose change it is
        await act(true, 'edit', change);
        break;
      case 'undo':
      case 'undo2':
      case 'redo': {
        await bench.settled();
        const before = contents(bench);
        const report = what === 'redo' ? await bench.control.redo() : await bench.control.undo(what === 'undo' ? 1 : 2);
        const after = contents(bench);
        for (const [name, one] of known) {
          if (!one.byPerson) continue;
          assert.equal(
            after.get(name),
            before.get(name),
            `seed ${seed}: ${what} touched ${name} of the person: ${story.join(', ')}`,
          );
        }
        follow(what, report);
        for (const [name, { since, last, byPerson }] of known) {
          const back = undone.get(name);
          if (byPerson || since.size === 0 || ![...since].every((id) => back?.has(id))) continue;
          assert.equal(after.get(name), last, `seed ${seed}: ${name} did not come back: ${story.join(', ')}`);
        }
        turn = bench.begin();
      }
    }
  }
  assert.deepEqual(bench.warnings, []);

  function follow(what: string, report: UndoReport): void {
    const files = report.turns.flatMap((each) => each.files).filter(({ refused }) => refused === undefined);
    if (what === 'redo') {
      const turns = files.length > 0 ? (operations.pop() ?? []) : [];
      for (const { path } of files) {
        for (const id of turns) undone.get(path)?.delete(id);
        // If the person made a file identical to the turn's, it becomes the turn's again, because no byte tells them apart.
        if (known.get(path)?.byPerson) known.set(path, { byPerson: false, last: null, since: new Set(['redone']) });
      }
      return;
    }
    if (files.length > 0) operations.push(report.turns.map(({ turn: id }) => id));
    for (const { turn: id, files: ofTurn } of report.turns) {
      for (const { path, refused } of ofTurn) if (refused === undefined) undone.get(path)?.add(id);
    }
  }
}

/** Acts as a command for the record: looks at the whole tree before and after. */
async function shell(bench: UndoBench, run: () => void): Promise<void> {
  const done = await bench.beforeShell();
  run();
  await done();
}

function contents(bench: UndoBench): Map<string, string | null> {
  return new Map(PATHS.map((path) => [path, read(bench, path)]));
}

function read({ root }: UndoBench, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

function put({ root }: UndoBench, path: string, text: string): string[] {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return [path];
}

function remove({ root }: UndoBench, path: string): string[] {
  rmSync(join(root, path), { force: true });
  const folder = dirname(join(root, path));
  if (folder !== root && readdirIfThere(folder)?.length === 0) rmSync(folder, { recursive: true });
  return [path];
}

function move(bench: UndoBench, from: string, to: string): string[] {
  if (from === to || read(bench, from) === null) return [];
  mkdirSync(dirname(join(bench.root, to)), { recursive: true });
  renameSync(join(bench.root, from), join(bench.root, to));
  return [from, to];
}

function readdirIfThere(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** The Mulberry32 generator. */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
