/** Finds AGENTS.md, nearest first, up to the repository's root, and reads instruction files. */

import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../base/errors.ts';

export interface ProjectNote {
  path: string;
  text: string;
}

const LONGEST_NOTE = 64 * 1024;

export function repositoryRoot(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

export async function projectNotes(cwd: string, home: string, instructions: readonly string[]): Promise<ProjectNote[]> {
  const root = repositoryRoot(cwd) ?? cwd;
  const places: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    places.push(join(folder, 'AGENTS.md'));
    if (folder === root || dirname(folder) === folder) break;
  }
  places.push(join(home, 'AGENTS.md'), ...instructions);
  const notes = await Promise.all(places.map((place) => readNote(place, cwd)));
  return notes.filter((note) => note !== undefined);
}

/** Regular files only: a pipe that a repository ships must not hold up the start. */
export async function readNote(place: string, cwd: string): Promise<ProjectNote | undefined> {
  try {
    const file = await open(place, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat().then((stats) => (stats.isFile() ? stats : { size: 0 }));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, LONGEST_NOTE)), 0, undefined, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      if (text.trim() === '') return undefined;
      const path = relative(cwd, place) || place;
      return { path, text: size > LONGEST_NOTE ? `${text}\n[cut: read the file for the rest]` : text };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'ENXIO', 'ELOOP'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
