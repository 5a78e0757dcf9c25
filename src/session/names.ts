/** The names people give to sessions: one small file beside them, for finding a session by its name. */

import { join } from 'node:path';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { readRegular } from '../base/files/regular-file.ts';
import { parseObject } from '../base/parse-json.ts';

const FILE = 'names.json';
const MOST_BYTES = 256 * 1024;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** One line that can be shown and typed. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;

export function isSessionName(name: string): boolean {
  return NAME.test(name) && name.trim() === name;
}

/** Ids by name. The file may come with the project, so invalid names and ids are ignored. */
export function sessionNames(folder: string): ReadonlyMap<string, string> {
  const found = readRegular(join(folder, FILE), MOST_BYTES);
  if (typeof found === 'string' || found.size > MOST_BYTES) return new Map();
  const rows = Object.entries(parseObject(found.bytes.toString('utf8')));
  return new Map(
    rows.filter(
      (row): row is [string, string] => isSessionName(row[0]) && typeof row[1] === 'string' && ID.test(row[1]),
    ),
  );
}

/** Without an id, removes the name but not the session. A session has only one name. */
export async function nameSession(folder: string, name: string, id: string | undefined): Promise<void> {
  const rest = [...sessionNames(folder)].filter(([known, of]) => known !== name && of !== id);
  const names = Object.fromEntries(id === undefined ? rest : [...rest, [name, id]]);
  await writeAtomic(join(folder, FILE), `${JSON.stringify(names, undefined, 2)}\n`, { mode: 0o600 });
}
