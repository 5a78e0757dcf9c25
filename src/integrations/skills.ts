/** Finds skills (folders with a SKILL.md) and reads them; a broken one is skipped with a notice. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { CREATE_SKILL } from './create-skill.ts';
import { frontField, splitFrontMatter } from './front-matter.ts';

export interface Skill {
  name: string;
  description: string;
  /** The file it came from, or `built in`. */
  path: string;
  content: string;
}

export interface FoundSkills {
  skills: readonly Skill[];
  notices: readonly string[];
}

const LONGEST = 256 * 1024;

/** The first folder that has a name wins over a built-in; the same name in two folders is an error that names both. */
export async function findSkills(folders: readonly string[]): Promise<FoundSkills> {
  const byName = new Map<string, Skill>();
  const notices: string[] = [];
  for (const skill of (await Promise.all(folders.map(readFolder))).flat()) {
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

async function readFolder(folder: string): Promise<(Skill | { problem: string })[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
  return Promise.all(
    names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => readSkill(join(folder, name, 'SKILL.md'))),
  ).then((found) => found.filter((skill) => skill !== undefined));
}

async function readSkill(path: string): Promise<Skill | { problem: string } | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    return { problem: `Skill skipped: ${path} cannot be read.` };
  }
  if (text.length > LONGEST) return { problem: `Skill skipped: ${path} is longer than ${LONGEST} characters.` };
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
