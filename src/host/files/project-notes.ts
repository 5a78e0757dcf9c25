/** Finds AGENTS.md, or what other agents read instead, nearest first up to the repository's root, and reads instruction files. */

import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside, upwards } from '../../base/files/paths.ts';
import { readOwned, readRegular } from '../../base/files/regular-file.ts';
import { type HiddenKind, hiddenCharacters, showHidden } from '../../base/text/hidden-characters.ts';
import { projectRoot } from '../git/git-folder.ts';
import { bringsIn, followImports } from './note-imports.ts';

export interface ProjectNote {
  path: string;
  text: string;
}

/** `foreign`: the file leads out of the project, or may hold secrets. `hidden`: it has such characters, which the model sees as escapes. */
export type NoteProblem =
  | { kind: 'foreign'; path: string }
  | { kind: 'hidden'; path: string; characters: HiddenKind[] };

const LONGEST_NOTE = 64 * 1024;
/** How much of a file is read and hashed; a longer file is never admitted. */
const LONGEST_FILE = 1024 * 1024;

/** `problems` lists files that were left out, and notes with hidden characters. */
export interface ProjectNotes {
  notes: ProjectNote[];
  problems: NoteProblem[];
  /** Notes that are read because their folder has no AGENTS.md. */
  instead: string[];
}

const NOTES = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'GEMINI.md', 'QWEN.md'];

/** The one note of a folder that is read: another agent's only if there is no AGENTS.md. */
export function noteIn(folder: string): string | undefined {
  return NOTES.map((name) => join(folder, name)).find((file) => existsSync(file));
}

/** Whether these bytes of a project's file may be used. */
type Admits = (path: string, bytes: Buffer) => boolean;

/** Files inside the project that `admits` rejects are left out. */
export function projectNotes(
  cwd: string,
  home: string,
  instructions: readonly string[],
  admits: Admits = () => true,
): ProjectNotes {
  const root = projectRoot(cwd);
  const folders = upwards(cwd, root);
  const own = folders.map((folder) => {
    const place = noteIn(folder);
    return place === undefined ? undefined : readNote(place, cwd, root, admits);
  });
  const withImports = own.flatMap((note) =>
    isNote(note) && bringsIn(note.path) ? [note, ...broughtIn(note, cwd, root, admits)] : [note],
  );
  const found = [
    ...withImports,
    ...[join(home, 'AGENTS.md'), ...instructions].map((place) =>
      readNote(place, cwd, undefined, isInside(root, place) && !isInside(home, place) ? admits : undefined),
    ),
  ];
  return {
    notes: found.flatMap((note) => (isNote(note) ? [note] : [])),
    instead: own.flatMap((note) => (isNote(note) && basename(note.path) !== 'AGENTS.md' ? [note.path] : [])),
    problems: [
      ...found.flatMap((note) => (note && !isNote(note) ? [note] : [])),
      ...found.flatMap((note) => (isNote(note) && note.warning ? [note.warning] : [])),
    ],
  };
}

type NoteOrProblem = ReturnType<typeof readNote>;

interface ReadNote extends ProjectNote {
  warning?: NoteProblem;
}

export function isNote(found: NoteOrProblem): found is ReadNote {
  return found !== undefined && 'text' in found;
}

/** The files that a note imports. A file that is not admitted imports nothing. */
function broughtIn({ path, text }: ProjectNote, cwd: string, root: string, admits: Admits): NoteOrProblem[] {
  const read = new Map<string, NoteOrProblem>();
  const textOf = (file: string): string | undefined => {
    const note = readNote(file, cwd, root, admits);
    read.set(file, note);
    return isNote(note) ? note.text : undefined;
  };
  return followImports(resolve(cwd, path), text, root, textOf).map((file) => read.get(file));
}

/** With `root`, the file must belong to that project. Returns a problem instead of a note if the person should know why it was not read. */
export function readNote(
  place: string,
  cwd: string,
  root?: string,
  admits?: Admits,
): ReadNote | NoteProblem | undefined {
  try {
    const found = root === undefined ? readRegular(place, LONGEST_FILE) : readOwned(place, root, LONGEST_FILE);
    const path = relative(cwd, place) || place;
    if (found === 'foreign') return { kind: 'foreign', path };
    if (typeof found === 'string') return undefined;
    if (admits && !admits(place, found.bytes)) return undefined; // reported where all files not admitted are listed
    const text = found.bytes.subarray(0, LONGEST_NOTE).toString('utf8');
    if (text.trim() === '') return undefined;
    const shown = showHidden(text);
    return {
      path,
      text: found.size > LONGEST_NOTE ? `${shown}\n[cut: read the file for the rest]` : shown,
      ...(shown !== text && { warning: { kind: 'hidden' as const, path, characters: hiddenCharacters(text) } }),
    };
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined;
    throw error;
  }
}
