/** The folder of a session's sandbox: what its commands write to `/tmp` and to layers; removed at the end, or by the next coder. */

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

/** The kernel's own folder of a layer has no rights at all. */
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
    if (codeOf(error) === undefined) throw error; // a command took rights away there: it is left to the system's own cleaning
  }
}

/** Of a coder that was killed. */
function clearLeft(folder: string): void {
  try {
    if (lstatSync(folder).uid !== process.getuid?.()) return;
    process.kill(Number(readFileSync(join(folder, 'owner'), 'utf8')), 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') removeFolder(folder);
  }
}

/** Neither in the home folder nor in the workspace: a layer cannot lie in what it covers. */
export function makeFolder(avoid: readonly string[]): string {
  const base = ['/var/tmp', '/tmp'].find((path) => !avoid.some((each) => isInside(each, path))) ?? '/var/tmp';
  for (const name of namesIn(base)) if (name.startsWith(PREFIX)) clearLeft(join(base, name));
  const folder = realpathSync(mkdtempSync(join(base, PREFIX)));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  mkdirSync(join(folder, 'tmp'), { mode: 0o700 });
  mkdirSync(join(folder, 'var', 'tmp'), { recursive: true, mode: 0o700 });
  return folder;
}
