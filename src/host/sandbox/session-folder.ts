/** The folder of a session's sandbox, with what commands write to `/tmp` and to layers; removed at the end, or by the next coder. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { namesIn } from '../../base/files/folder.ts';
import { isInside } from '../../base/files/paths.ts';
import { lifeOf } from '../../base/files/process-table.ts';

const PREFIX = 'coder-sandbox-';

/** Removes the folder; the kernel's `work` folder in a layer has no permissions at all and needs some first. */
export function removeFolder(folder: string): void {
  const tried = namesIn(folder).filter((name) => name.startsWith('try-'));
  for (const kind of ['.', 'write', 'layer', ...tried]) {
    for (const name of namesIn(join(folder, kind))) {
      const work = join(folder, kind, name, 'work');
      if (name.startsWith('work') && existsSync(work)) chmodSync(work, 0o700);
    }
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // a command removed permissions there; left to the system's clean-up
  }
}

/** True for the folder of a coder that was killed. */
function isLeft(folder: string): boolean {
  try {
    if (lstatSync(folder).uid !== process.getuid?.()) return false;
    return lifeOf(Number(readFileSync(join(folder, 'owner'), 'utf8'))) === 'gone';
  } catch {
    return false; // removed meanwhile, or without an owner yet
  }
}

/** Creates the folder outside the home folder and the workspace, because a layer cannot be in a folder it covers. */
export function makeFolder(avoid: readonly string[]): string {
  const base = ['/var/tmp', '/tmp'].find((path) => !avoid.some((each) => isInside(each, path))) ?? '/var/tmp';
  const others = namesIn(base).filter((name) => name.startsWith(PREFIX));
  for (const other of others.map((name) => join(base, name))) if (isLeft(other)) removeFolder(other);
  const folder = realpathSync(mkdtempSync(join(base, PREFIX)));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  mkdirSync(join(folder, 'tmp'), { mode: 0o700 });
  mkdirSync(join(folder, 'var', 'tmp'), { recursive: true, mode: 0o700 });
  return folder;
}
