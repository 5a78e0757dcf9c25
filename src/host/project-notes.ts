/** Finds AGENTS.md, nearest first, up to the repository's root, and reads instruction files. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

async function readNote(place: string, cwd: string): Promise<ProjectNote | undefined> {
  try {
    const text = await readFile(place, 'utf8');
    if (text.trim() === '') return undefined;
    const cut = text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE)}\n[cut: read the file for the rest]` : text;
    return { path: relative(cwd, place) || place, text: cut };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
