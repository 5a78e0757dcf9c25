/** Every program that coder knows, by name. To add one, add a row to the file of its family. */

import { own } from '../../base/own.ts';
import { CHANGING_FILES } from './changing-files.ts';
import { CLOUD } from './cloud.ts';
import { DATABASES } from './databases.ts';
import { EDITORS } from './editors.ts';
import { FILES } from './files.ts';
import { FIND } from './find.ts';
import { GIT } from './git.ts';
import { INTERPRETERS } from './interpreters.ts';
import { MACHINE } from './machine.ts';
import { NETWORK } from './network.ts';
import { PACKAGES } from './packages.ts';
import type { Program, Programs } from './program.ts';
import { SHELLS } from './shells.ts';
import { SYSTEM } from './system.ts';
import { TEXT } from './text.ts';
import { WRAPPERS } from './wrappers.ts';

/** Built on a null object in dictionary mode: otherwise V8 would create a new shape for each row added. */
export const PROGRAMS: Programs = Object.assign(
  Object.create(null) as Programs,
  CHANGING_FILES,
  CLOUD,
  DATABASES,
  EDITORS,
  FILES,
  FIND,
  GIT,
  INTERPRETERS,
  MACHINE,
  NETWORK,
  PACKAGES,
  SHELLS,
  SYSTEM,
  TEXT,
  WRAPPERS,
);

/** The row of exactly this program. */
export function programNamed(name: string): Program | undefined {
  return own(PROGRAMS, name);
}

/**
 * The program's row, or that of its kind: `python3.12` is a python and `mkfs.ext4` formats. Never used as proof, only for what counts
 * against a program.
 */
export function programLike(name: string): Program | undefined {
  const exact = programNamed(name);
  if (exact) return exact;
  const language = programNamed(name.replace(/\d[\d.]*$/, ''));
  if (language?.runsCode) return language;
  const kind = /^(mkfs|newfs)[._]/.exec(name)?.[1];
  return kind === undefined ? undefined : programNamed(kind);
}
