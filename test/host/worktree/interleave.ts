/** Changes worktrees at random and removes them meanwhile; every piece of work ever done must still exist somewhere. */

import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { WorktreeRecord } from '../../../src/protocol/worktree.ts';
import { COMPILED } from '../../fixtures/run-coder.ts';
import type { worktrees } from './worktrees.ts';

type World = Awaited<ReturnType<typeof worktrees>>;

interface Piece {
  token: string;
  /** The file or the commit that holds it. */
  file?: string;
  commit?: string;
  worktree: string;
}

const CHILD = fileURLToPath(new URL('remove-child.ts', import.meta.url));

export async function interleave(w: World, options: { rounds: number; kills: number; seed: number }) {
  let state = options.seed;
  const random = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const seen = { removed: 0, kept: 0, killed: 0, midway: 0, lost: [] as string[] };
  let pieces: Piece[] = [];
  let count = 0;
  let kills = 0;
  const main = () => `${w.run('status', '--porcelain')}${readFileSync(join(w.root, 'a.txt'), 'utf8')}`;
  const before = main();

  for (let round = 0; round < options.rounds; round++) {
    const { record } = await w.add(`w${round}`);
    const steps = random(4);
    for (let step = 0; step < steps; step++) disturb(record);
    if (kills < options.kills && random(3) === 0) {
      kills++;
      await killedRemoval(record);
    }
    for (const one of w.records()) {
      if (random(3) > 0 || one.path === record.path) {
        const removed = await w.remove(one, random(2) === 0 ? 'alone' : 'perhaps-others');
        seen[removed.status]++;
      }
    }
    check();
  }
  if (main() !== before) seen.lost.push('the main working copy');
  return seen;

  function disturb(record: WorktreeRecord): void {
    const { path, name } = record;
    const token = `token-${count++}`;
    const git = (...args: string[]) => w.gitIn(path, ...args);
    const write = (file: string): void => {
      const at = join(path, file);
      mkdirSync(join(at, '..'), { recursive: true });
      appendFileSync(at, `${token}\n`);
      pieces.push({ token, file: at, worktree: path });
    };
    const commit = (): void => {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', token);
      const sha = git('rev-parse', 'HEAD').trim();
      pieces.push({ token, commit: sha, worktree: path });
      pieces = pieces.map((piece) =>
        piece.worktree === path && piece.file !== undefined && !/\.log$|inner/.test(piece.file)
          ? { token: piece.token, commit: sha, worktree: path }
          : piece,
      );
    };
    switch (random(10)) {
      case 0:
        return write('a.txt');
      case 1:
        return write(`new-${count}.txt`);
      case 2:
        return write(`note-${count}.log`);
      case 3:
      case 4:
        return commit();
      case 5:
        git('checkout', '-q', '--detach');
        return commit();
      case 6:
        return void git('checkout', '-q', '-B', `side-${name}-${count}`);
      case 7:
        mkdirSync(join(path, 'node_modules'), { recursive: true });
        return symlinkSync(w.root, join(path, 'node_modules', `link-${count}`));
      case 8:
        git('worktree', 'add', '-q', '-b', `inner-${name}-${count}`, `inner/${count}`);
        writeFileSync(join(path, 'inner', String(count), 'deep.txt'), token);
        return void pieces.push({ token, file: join(path, 'inner', String(count), 'deep.txt'), worktree: path });
      default:
        return; // left untouched
    }
  }

  /** Kills a removal somewhere in the middle; the next removal has to put things right. */
  async function killedRemoval({ path }: WorktreeRecord): Promise<void> {
    w.run('worktree', 'unlock', path); // the process that created it is gone
    const child = spawn(process.execPath, [CHILD, w.home, path], {
      env: { PATH: process.env['PATH'], HOME: join(w.home, '..'), NODE_COMPILE_CACHE: COMPILED },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((done) => child.on('close', done));
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const delay = random(2) === 0 ? random(40) : undefined;
    child.stdout.once('data', () => {
      if (delay !== undefined) setTimeout(() => child.kill('SIGKILL'), delay);
      else void killWhenMoved(child, path);
    });
    await ended;
    seen.killed++;
    if (!said.includes('status') && !existsSync(path)) seen.midway++;
  }

  /** Kills the child between its last check and its end. */
  async function killWhenMoved(child: ChildProcess, path: string): Promise<void> {
    while (existsSync(path) && child.exitCode === null) await setImmediate();
    for (let left = random(200); left > 0; left--) await setImmediate();
    child.kill('SIGKILL');
  }

  function check(): void {
    const held = new Set(w.run('rev-list', '--branches', '--tags').split('\n'));
    for (const piece of pieces) {
      const isThere = existsSync(piece.worktree);
      const isSafe =
        piece.commit === undefined
          ? readsToken(piece.file ?? '', piece.token)
          : held.has(piece.commit) || isThere || isInBranchLog(piece.commit);
      if (!isSafe) seen.lost.push(`${piece.token} ${piece.file ?? piece.commit}`);
    }
  }

  function isInBranchLog(commit: string): boolean {
    return w.run('log', '-g', '--branches', '--format=%H').includes(commit);
  }
}

function readsToken(file: string, token: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(token);
}
