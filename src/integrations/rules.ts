/**
 * Reads rules as Claude keeps them, `.claude/rules/**.md`: rules for certain files are only listed, to be read when working on those files.
 */

import { join, relative } from 'node:path';
import { filesBelow } from '../base/files/files-below.ts';
import { isNote, type NoteProblem, type ProjectNote, readNote } from '../host/files/project-notes.ts';
import { readFront, splitFrontMatter } from './front-matter.ts';

const DEPTH = 3;
const MOST = 100;

/** Rule files of these folders, nearest first. */
export function ruleFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const place = join(folder, '.claude', 'rules');
    return filesBelow(place, { depth: DEPTH, most: MOST, isWanted: (name) => name.endsWith('.md') }).map((name) =>
      join(place, name),
    );
  });
}

export interface FoundRules {
  notes: ProjectNote[];
  problems: NoteProblem[];
}

/** `admits`: files that are not admitted are left out. */
export function findRules(
  files: readonly string[],
  { cwd, root }: { cwd: string; root: string },
  admits: (path: string, bytes: Buffer) => boolean,
): FoundRules {
  const found: FoundRules = { notes: [], problems: [] };
  const scoped: string[] = [];
  for (const file of files) {
    const note = readNote(file, cwd, root, admits);
    if (note && !isNote(note)) found.problems.push(note);
    if (!isNote(note)) continue;
    if (note.warning) found.problems.push(note.warning);
    const { front, body } = splitFrontMatter(note.text);
    const paths = front === undefined ? undefined : readFront(front).fields.get('paths');
    if (typeof paths === 'string' && paths !== '') scoped.push(`${paths}: ${note.path}`);
    else if (Array.isArray(paths)) scoped.push(`${paths.join(', ')}: ${note.path}`);
    else if (body.trim() !== '') found.notes.push({ path: note.path, text: body.trim() });
  }
  if (scoped.length > 0) {
    const text = `Read the rule before you work on files that it is for:\n${scoped.map((line) => `- ${line}`).join('\n')}`;
    found.notes.push({ path: relative(cwd, join(cwd, '.claude', 'rules')), text });
  }
  return found;
}
