/** Finds AGENTS.md, or what other agents read in its place, nearest first, up to the repository's root, and reads instruction files. */

import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside, upwards } from '../../base/files/paths.ts';
import { readOwned, readRegular } from '../../base/files/regular-file.ts';
import { hiddenCharacters, showHidden } from '../../base/text/hidden-characters.ts';
import { repositoryTop } from '../git/git-folder.ts';
import { bringsIn, followImports } from './note-imports.ts';

export interface ProjectNote {
  path: string;
  text: string;
}

const LONGEST_NOTE = 64 * 1024;
/** What is hashed of one; a longer one is never admitted. */
const LONGEST_FILE = 1024 * 1024;

/** `problems`: what was left out, and what is hidden in a note. */
export interface ProjectNotes {
  notes: ProjectNote[];
  problems: string[];
  /** Those that are read because their folder has no AGENTS.md. */
  instead: string[];
}

const NOTES = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'GEMINI.md', 'QWEN.md'];

/** The one file of a folder that is read: those of other agents only where there is no AGENTS.md. */
export function noteIn(folder: string): string | undefined {
  return NOTES.map((name) => join(folder, name)).find((file) => existsSync(file));
}

/** Whether these bytes of a project's file may be used. */
type Admits = (path: string, bytes: Buffer) => boolean;

/** `admits`: of files inside the project those that are not admitted are left out. */
export function projectNotes(
  cwd: string,
  home: string,
  instructions: readonly string[],
  admits: Admits = () => true,
): ProjectNotes {
  const root = repositoryTop(cwd) ?? cwd;
  const folders = upwards(cwd).filter((folder) => isInside(root, folder));
  const own = folders.map((folder) => {
    const place = noteIn(folder);
    return place === undefined ? undefined : readNote(place, cwd, root, admits);
  });
  const withImports = own.flatMap((note) =>
    typeof note === 'object' && bringsIn(note.path) ? [note, ...broughtIn(note, cwd, root, admits)] : [note],
  );
  const found = [
    ...withImports,
    ...[join(home, 'AGENTS.md'), ...instructions].map((place) =>
      readNote(place, cwd, undefined, isInside(root, place) && !isInside(home, place) ? admits : undefined),
    ),
  ];
  return {
    notes: found.filter((note) => typeof note === 'object'),
    instead: own.flatMap((note) =>
      typeof note === 'object' && basename(note.path) !== 'AGENTS.md' ? [note.path] : [],
    ),
    problems: [
      ...found.filter((note) => typeof note === 'string'),
      ...found.flatMap((note) => (typeof note === 'object' && note.warning !== undefined ? [note.warning] : [])),
    ],
  };
}

type Found = ReturnType<typeof readNote>;

/** Those that a note names; what is not admitted names nothing further. */
function broughtIn({ path, text }: ProjectNote, cwd: string, root: string, admits: Admits): Found[] {
  const read = new Map<string, Found>();
  const textOf = (file: string): string | undefined => {
    const note = readNote(file, cwd, root, admits);
    read.set(file, note);
    return typeof note === 'object' ? note.text : undefined;
  };
  return followImports(resolve(cwd, path), text, root, textOf).map((file) => read.get(file));
}

/** With `root`, the file belongs to that project; a text instead of a note says why it is not read. */
export function readNote(
  place: string,
  cwd: string,
  root?: string,
  admits?: Admits,
): (ProjectNote & { warning?: string }) | string | undefined {
  try {
    const found = root === undefined ? readRegular(place, LONGEST_FILE) : readOwned(place, root, LONGEST_FILE);
    const path = relative(cwd, place) || place;
    if (found === 'foreign')
      return `${path} is not read: it leads out of the project, or to a file that may hold secrets.`;
    if (typeof found === 'string') return undefined;
    if (admits && !admits(place, found.bytes)) return undefined; // said where all of these are listed
    const text = found.bytes.subarray(0, LONGEST_NOTE).toString('utf8');
    if (text.trim() === '') return undefined;
    const shown = showHidden(text);
    return {
      path,
      text: found.size > LONGEST_NOTE ? `${shown}\n[cut: read the file for the rest]` : shown,
      ...(shown !== text && {
        warning: `${path} has ${hiddenCharacters(text).join(', ')}. The model sees them as \\u{…}.`,
      }),
    };
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined;
    throw error;
  }
}
