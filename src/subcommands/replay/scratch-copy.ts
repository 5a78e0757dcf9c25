/** A temporary copy of the workspace, restored to its state at the start of the session if that is known. */

import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isBelow } from '../../base/files/paths.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import type { WorkspaceDiff } from '../../protocol/undo.ts';

export interface ScratchCopy {
  /** The copy of the workspace. */
  path: string;
  /** Stands in for coder's folder in the user's home. */
  home: string;
  /** Files that are not as they were when the session began. */
  notTakenBack: string[];
  remove(): Promise<void>;
}

/** coder's own files in a workspace, which are not copied. */
const OWN_STATE = ['sessions', 'cache', 'snapshots'].map((name) => join('.coder', name));

export async function makeScratchCopy(cwd: string, home: string, changes: WorkspaceDiff): Promise<ScratchCopy> {
  const base = await mkdtemp(join(tmpdir(), 'coder-replay-'));
  const copy = { path: join(base, basename(cwd) || 'workspace'), home: join(base, '.coder-home') };
  const remove = () => rm(base, { recursive: true, force: true });
  try {
    await cp(cwd, copy.path, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !OWN_STATE.includes(relative(cwd, source)) && !isBelow(source, base),
    });
    await mkdir(copy.home, { mode: 0o700 });
    await copyIfThere(join(home, 'config.json'), join(copy.home, 'config.json'));
    return { ...copy, notTakenBack: await takeBack(copy.path, changes), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await cp(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Undoes in the copy what turns of the session did; returns the files for which that failed. */
async function takeBack(root: string, { files, unknown }: WorkspaceDiff): Promise<string[]> {
  const { applyPatch, parsePatch, reversePatch } = await import('diff');
  const failed = [...unknown];
  for (const { path, diff, outside } of files) {
    if (outside) continue;
    const [patch] = parsePatch(diff);
    const file = join(root, path);
    if (!patch || patch.hunks.length === 0) {
      failed.push(path);
      continue;
    }
    const before = applyPatch(readIfThere(file) ?? '', reversePatch(patch));
    if (before === false) failed.push(path);
    else if (patch.oldFileName === '/dev/null') await rm(file, { force: true });
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, before);
    }
  }
  return failed;
}
