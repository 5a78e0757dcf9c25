/** Sets aside what a command added that would run later, before anything else starts, and puts it back only on approval. */

import { chmodSync, cpSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isBelow, isInside } from '../../base/files/paths.ts';
import { createRunLaterFinder, isSame, runsLater, type Thing, thingAt } from './run-later.ts';

export interface SetAside {
  /** Path of the item, relative to the workspace; absolute if outside it. */
  path: string;
  /** Where the item is kept now. */
  kept: string;
  was: string | undefined;
  is: string | undefined;
  /** Moves the item back to where it was. */
  putBack(): void;
}

export interface Door {
  /** Called before something starts that may write. Changes made meanwhile by commands still running are set aside first. */
  enter(): Visit;
  /** Records that coder itself, not a command, wrote this path. */
  accept(path: string): void;
  /** Returns what was set aside and not reported yet. */
  untold(): SetAside[];
}

export interface Visit {
  /** Sets aside what was added or changed since the first visit began; returns everything not reported yet. */
  setAside(): SetAside[];
  /** Called when the command and all it left running have ended; its last changes are reported by the next visit. */
  leave(): SetAside[];
}

/** `repositories`: git folders outside the roots that commands may write. */
export function createDoor(roots: readonly string[], repositories: readonly string[], folder: () => string): Door {
  const findAll = createRunLaterFinder(roots, repositories);
  let count = 0;
  let inside = 0;
  let known = new Map<string, Thing>();
  let untold: SetAside[] = [];

  function collect(): SetAside[] {
    const aside: SetAside[] = [];
    const whole: string[] = [];
    const found = findAll();
    for (const [path, is] of found.things) {
      const was = known.get(path);
      if (isSame(was, is) || whole.some((each) => isBelow(each, path))) continue; // unchanged, or already set aside with its folder
      if (runsLater(path, was, is, found)) {
        aside.push(put(path, was, is));
        whole.push(path);
      } else known.set(path, is);
    }
    for (const path of known.keys())
      if (!found.things.has(path) && !whole.some((each) => isBelow(each, path))) known.delete(path);
    untold.push(...aside);
    return aside;
  }

  function tell(): SetAside[] {
    const told = untold;
    untold = [];
    return told;
  }

  return {
    enter() {
      if (inside === 0) known = findAll().things;
      else collect();
      inside += 1;
      let isIn = true;
      return {
        setAside() {
          if (isIn) collect();
          return tell();
        },
        leave() {
          if (!isIn) return [];
          isIn = false;
          const aside = collect();
          inside -= 1;
          return aside;
        },
      };
    },
    accept(path) {
      if (inside > 0) known.set(path, thingAt(path));
    },
    untold: tell,
  };

  function put(path: string, was: Thing, is: Thing): SetAside {
    count += 1;
    const kept = join(folder(), 'aside', String(count));
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    try {
      moveTo(path, kept);
    } catch {
      rmSync(path, { recursive: true, force: true }); // cannot be kept, for example a pipe on another disk, or a full disk
    }
    for (const [below, thing] of known) if (isInside(path, below)) restore(below, thing);
    const root = roots.find((each) => isBelow(each, path));
    return {
      path: root === undefined ? path : relative(root, path),
      kept,
      was: textOf(was),
      is: textOf(is),
      putBack() {
        if (!thingAt(kept)) return;
        mkdirSync(dirname(path), { recursive: true });
        rmSync(path, { recursive: true, force: true });
        moveTo(kept, path);
        for (const [each, thing] of findAll().things) if (isInside(path, each)) known.set(each, thing);
      },
    };
  }
}

/** Restores the earlier state, except for files too large to be kept and links whose target has changed as well. */
function restore(path: string, was: Thing): void {
  if (!was) return;
  mkdirSync(dirname(path), { recursive: true });
  if (was.link !== undefined) {
    symlinkSync(was.link, path);
    if (!isSame(was, thingAt(path))) rmSync(path);
  } else if (was.bytes) {
    writeFileSync(path, was.bytes);
    chmodSync(path, was.mode & 0o777);
  }
}

/** Moves also out of a folder that was made read-only. */
function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EXDEV') return moveAcross(from, to);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    chmodSync(dirname(from), 0o700);
    renameSync(from, to);
  }
}

/** Moves from one disk to another. */
function moveAcross(from: string, to: string): void {
  const [stats, above] = [lstatSync(from), dirname(from)];
  if (!stats.isSymbolicLink()) chmodSync(from, (stats.mode & 0o777) | (stats.isDirectory() ? 0o700 : 0o600));
  if ((lstatSync(above).mode & 0o200) === 0) chmodSync(above, 0o700);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  rmSync(from, { recursive: true, force: true });
}

function textOf(thing: Thing): string | undefined {
  return thing?.link === undefined ? thing?.bytes?.toString('utf8') : `→ ${thing.link}\n`;
}
