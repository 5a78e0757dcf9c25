/** Finds and reads skills (folders with a SKILL.md); a broken one is skipped with a notice. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { namesIn } from '../base/files/folder.ts';
import { type RegularFile, readOwned, readRegular } from '../base/files/regular-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import { CREATE_SKILL } from './create-skill.ts';
import { type FrontFields, frontText, readFront, splitFrontMatter } from './front-matter.ts';
import type { Skill } from './skill.ts';

export interface SkillsFolder {
  path: string;
  /** Root of the project or plugin it belongs to; links in it must not lead elsewhere. */
  root?: string;
  /** True if these bytes of the project may be used; other files are left out. */
  admits?(path: string, bytes: Buffer): boolean;
  /** True if anything that does not strictly follow Agent Skills is left out. */
  isStrict?: true;
  /** Folders of one group are equally near; a folder without one is its own group. */
  group?: string;
}

export interface FoundSkills {
  skills: readonly Skill[];
  notices: readonly string[];
}

const LONGEST = 256 * 1024;

/** The nearest skill of a name wins, and a notice names both. Of two equally near, neither is used. A file beats a built-in skill. */
export function findSkills(folders: readonly SkillsFolder[]): FoundSkills {
  const byName = new Map<string, { skill: Skill; group: string }>();
  const notices: string[] = [];
  const clashes = new Set<string>();
  for (const folder of folders) {
    const group = folder.group ?? folder.path;
    for (const skill of readFolder(folder)) {
      if ('problem' in skill) {
        notices.push(skill.problem);
        continue;
      }
      const { name, path } = skill;
      const twin = byName.get(name);
      if (!twin) byName.set(name, { skill, group });
      else if (twin.group === group && !isSameFile(twin.skill.path, path)) {
        notices.push(`Two skills are called ${name}: ${twin.skill.path} and ${path}. Neither is used; rename one.`);
        clashes.add(name);
      } else if (!isSameFile(twin.skill.path, path))
        notices.push(`Two skills are called ${name}: ${twin.skill.path} is used, ${path} is not.`);
    }
  }
  for (const name of clashes) byName.delete(name);
  if (!byName.has(CREATE_SKILL.name)) byName.set(CREATE_SKILL.name, { skill: CREATE_SKILL, group: '' });
  return { skills: [...byName.values()].map(({ skill }) => skill), notices };
}

/** A skill linked into the folders of several agents is one skill. */
function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch (error) {
    if (codeOf(error)) return false; // gone meanwhile
    throw error;
  }
}

function readFolder(folder: SkillsFolder): (Skill | { problem: string })[] {
  let names: string[];
  try {
    names = namesIn(folder.path);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return [{ problem: `Skills skipped: ${folder.path} cannot be read.` }];
  }
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readSkill(join(folder.path, name, 'SKILL.md'), folder))
    .filter((skill) => skill !== undefined);
}

function readSkill(
  path: string,
  { root, admits, isStrict }: Omit<SkillsFolder, 'path'>,
): Skill | { problem: string } | undefined {
  const skipped = (what: string) => ({ problem: `Skill skipped: ${path} ${what}.` });
  let found: RegularFile | 'missing' | 'no-file' | 'foreign';
  try {
    found = root === undefined ? readRegular(path, LONGEST) : readOwned(path, root, LONGEST);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return skipped('cannot be read');
  }
  if (found === 'missing') return undefined;
  if (found === 'no-file') return skipped('is not a regular file');
  if (found === 'foreign') return skipped('leads out of the project, or to a file that may hold secrets');
  if (found.size > LONGEST) return skipped(`is longer than ${LONGEST / 1024} KB`);
  if (admits && !admits(path, found.bytes)) return undefined; // reported where all such files are listed
  const { front, body } = splitFrontMatter(showHidden(found.bytes.toString('utf8')));
  if (front === undefined) return skipped('has no front matter (--- name, description ---)');
  const fields = readFront(front);
  if (fields.problem !== undefined) return skipped(`has a front matter that cannot be read: ${fields.problem}`);
  const name = frontText(fields, 'name');
  const description = frontText(fields, 'description')?.replace(/\s+/g, ' ');
  if (!name || !/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) return skipped('has no usable name');
  if (!description) return skipped('has no description');
  const offence = isStrict && offenceOf(name, basename(dirname(path)), fields);
  if (offence) return skipped(offence);
  return { name, description: description.slice(0, 300), path, content: body.trim() };
}

const STRICT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Requirements of Agent Skills beyond a name and a description. */
function offenceOf(name: string, folder: string, fields: FrontFields): string | undefined {
  if (!STRICT_NAME.test(name)) return 'has a name that is not made of a-z, 0-9 and single hyphens';
  if (name !== folder) return `is called ${name}, and its folder ${folder}`;
  if ((frontText(fields, 'description') ?? '').length > 1024) return 'has a description of more than 1024 characters';
  if ((frontText(fields, 'compatibility') ?? '').length > 500)
    return 'has a "compatibility" of more than 500 characters';
  const metadata = fields.fields.get('metadata');
  if (metadata !== undefined && metadata !== '' && (typeof metadata !== 'object' || Array.isArray(metadata)))
    return 'has a "metadata" that is not a table of texts';
  return undefined;
}
