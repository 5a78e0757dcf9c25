/** Every program that coder knows, by name. To add one, add a row to the file of its family. */

import { late } from '../../base/late.ts';
import { own } from '../../base/own.ts';
import { changingFiles } from './changing-files.ts';
import { cloud } from './cloud.ts';
import { databases } from './databases.ts';
import { editors } from './editors.ts';
import { files } from './files.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { interpreters } from './interpreters.ts';
import { machine } from './machine.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import type { Program, Programs } from './program.ts';
import { shells } from './shells.ts';
import { system } from './system.ts';
import { text } from './text.ts';
import { wrappers } from './wrappers.ts';

/** The usual ones first: the rows of a family are made when a name is looked for that no family before it has. */
export const FAMILIES = [
  shells,
  git,
  find,
  files,
  text,
  packages,
  interpreters,
  changingFiles,
  wrappers,
  network,
  system,
  machine,
  cloud,
  databases,
  editors,
];

/** Built on a null object in dictionary mode: otherwise V8 would create a new shape for each row added. */
export const allPrograms = late(
  (): Programs => Object.assign(Object.create(null) as Programs, ...FAMILIES.map((family) => family())),
);

/** The row of exactly this program. */
export function programNamed(name: string): Program | undefined {
  for (const family of FAMILIES) {
    const row = own(family(), name);
    if (row) return row;
  }
  return undefined;
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
