/** Finds skills (folders with a SKILL.md) and reads them; a broken one is skipped with a notice. */

import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { namesIn } from '../base/files/folder.ts';
import { isInside } from '../base/files/paths.ts';
import { type RegularFile, readOwned, readRegular } from '../base/files/regular-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import { CREATE_SKILL } from './create-skill.ts';
import { frontField, splitFrontMatter } from './front-matter.ts';
import type { Skill } from './skill.ts';

/** Whether these bytes of a project's file may be used. */
type Admits = (path: string, bytes: Buffer) => boolean;

export interface FoundSkills {
  skills: readonly Skill[];
  notices: readonly string[];
}

const LONGEST = 256 * 1024;

/**
 * The first folder that has a name wins over a built-in; the same name in two folders is an error that names both. Folders inside `project` are
 * its own: links in them lead nowhere else, and those that are not admitted are left out.
 */
export function findSkills(folders: readonly string[], project?: string, admits: Admits = () => true): FoundSkills {
  const byName = new Map<string, Skill>();
  const notices: string[] = [];
  for (const skill of folders.flatMap((folder) =>
    readFolder(folder, admits, project !== undefined && isInside(project, folder) ? project : undefined),
  )) {
    if ('problem' in skill) {
      notices.push(skill.problem);
      continue;
    }
    const twin = byName.get(skill.name);
    if (twin)
      notices.push(`Two skills are called ${skill.name}: ${twin.path} and ${skill.path}. The second is left out.`);
    else byName.set(skill.name, skill);
  }
  if (!byName.has(CREATE_SKILL.name)) byName.set(CREATE_SKILL.name, CREATE_SKILL);
  return { skills: [...byName.values()], notices };
}

function readFolder(folder: string, admits: Admits, root: string | undefined): (Skill | { problem: string })[] {
  let names: string[];
  try {
    names = namesIn(folder);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return [{ problem: `Skills skipped: ${folder} cannot be read.` }];
  }
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readSkill(join(folder, name, 'SKILL.md'), admits, root))
    .filter((skill) => skill !== undefined);
}

function readSkill(path: string, admits: Admits, root: string | undefined): Skill | { problem: string } | undefined {
  let found: RegularFile | 'missing' | 'no-file' | 'foreign';
  try {
    found = root === undefined ? readRegular(path, LONGEST) : readOwned(path, root, LONGEST);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return { problem: `Skill skipped: ${path} cannot be read.` };
  }
  if (found === 'missing') return undefined;
  if (found === 'no-file') return { problem: `Skill skipped: ${path} is not a regular file.` };
  if (found === 'foreign')
    return { problem: `Skill skipped: ${path} leads out of the project, or to a file that may hold secrets.` };
  if (found.size > LONGEST) return { problem: `Skill skipped: ${path} is longer than ${LONGEST / 1024} KB.` };
  if (root !== undefined && !admits(path, found.bytes)) return undefined; // said where all of these are listed
  const text = showHidden(found.bytes.toString('utf8'));
  const { front, body } = splitFrontMatter(text);
  if (front === undefined)
    return { problem: `Skill skipped: ${path} has no front matter (--- name, description ---).` };
  const name = frontField(front, 'name');
  const description = frontField(front, 'description');
  if (!name || !/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name))
    return { problem: `Skill skipped: ${path} has no usable name.` };
  if (!description) return { problem: `Skill skipped: ${path} has no description.` };
  return { name, description: description.slice(0, 300), path, content: body.trim() };
}
