/** Finds AGENTS.md, nearest first, up to the repository's root, and reads instruction files. */

import { join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside, upwards } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { repositoryTop } from '../git/git-folder.ts';

export interface ProjectNote {
  path: string;
  text: string;
}

const LONGEST_NOTE = 64 * 1024;

export function projectNotes(cwd: string, home: string, instructions: readonly string[]): ProjectNote[] {
  const root = repositoryTop(cwd) ?? cwd;
  const folders = upwards(cwd).filter((folder) => isInside(root, folder));
  const places = [...[...folders, home].map((folder) => join(folder, 'AGENTS.md')), ...instructions];
  return places.map((place) => readNote(place, cwd)).filter((note) => note !== undefined);
}

export function readNote(place: string, cwd: string): ProjectNote | undefined {
  try {
    const found = readRegular(place, LONGEST_NOTE);
    if (typeof found === 'string') return undefined;
    const text = found.bytes.toString('utf8');
    if (text.trim() === '') return undefined;
    const path = relative(cwd, place) || place;
    return { path, text: found.size > LONGEST_NOTE ? `${text}\n[cut: read the file for the rest]` : text };
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined;
    throw error;
  }
}
