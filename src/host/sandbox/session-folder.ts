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

/** Removes the folder of a coder that was killed. */
function clearLeft(folder: string): void {
  try {
    if (lstatSync(folder).uid !== process.getuid?.()) return;
    process.kill(Number(readFileSync(join(folder, 'owner'), 'utf8')), 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') removeFolder(folder);
  }
}

/** Creates the folder outside the home folder and the workspace, because a layer cannot be in a folder it covers. */
export function makeFolder(avoid: readonly string[]): string {
  const base = ['/var/tmp', '/tmp'].find((path) => !avoid.some((each) => isInside(each, path))) ?? '/var/tmp';
  for (const name of namesIn(base)) if (name.startsWith(PREFIX)) clearLeft(join(base, name));
  const folder = realpathSync(mkdtempSync(join(base, PREFIX)));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  mkdirSync(join(folder, 'tmp'), { mode: 0o700 });
  mkdirSync(join(folder, 'var', 'tmp'), { recursive: true, mode: 0o700 });
  return folder;
}
