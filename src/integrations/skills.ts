/** Finds and reads skills (folders with a SKILL.md); a broken one is skipped with a notice. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { namesIn } from '../base/files/folder.ts';
import { type RegularFile, readOwned, readRegular } from '../base/files/regular-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import type { Fault } from '../protocol/fault.ts';
import { extensionFault } from '../words/extension-fault.ts';
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
  notices: readonly Fault[];
}

const LONGEST = 256 * 1024;

/** The nearest skill of a name wins, and a notice names both. Of two equally near, neither is used. A file beats a built-in skill. */
export function findSkills(folders: readonly SkillsFolder[]): FoundSkills {
  const byName = new Map<string, { skill: Skill; group: string }>();
  const notices: Fault[] = [];
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
        notices.push(extensionFault('skillsClash', name, twin.skill.path, path));
        clashes.add(name);
      } else if (!isSameFile(twin.skill.path, path))
        notices.push(extensionFault('skillShadowed', name, twin.skill.path, path));
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

function readFolder(folder: SkillsFolder): (Skill | { problem: Fault })[] {
  let names: string[];
  try {
    names = namesIn(folder.path);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return [{ problem: extensionFault('skillsUnreadable', folder.path) }];
  }
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readSkill(join(folder.path, name, 'SKILL.md'), folder))
    .filter((skill) => skill !== undefined);
}

function readSkill(
  path: string,
  { root, admits, isStrict }: Omit<SkillsFolder, 'path'>,
): Skill | { problem: Fault } | undefined {
  const skipped = (what: Fault) => ({ problem: extensionFault('skillSkipped', path, what) });
  let found: RegularFile | 'missing' | 'no-file' | 'foreign';
  try {
    found = root === undefined ? readRegular(path, LONGEST) : readOwned(path, root, LONGEST);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return skipped(extensionFault('unreadable'));
  }
  if (found === 'missing') return undefined;
  if (found === 'no-file') return skipped(extensionFault('irregular'));
  if (found === 'foreign') return skipped(extensionFault('foreign'));
  if (found.size > LONGEST) return skipped(extensionFault('longerThan', String(LONGEST / 1024)));
  if (admits && !admits(path, found.bytes)) return undefined; // said where all of these are listed
  const { front, body } = splitFrontMatter(showHidden(found.bytes.toString('utf8')));
  if (front === undefined) return skipped(extensionFault('noFrontMatter'));
  const fields = readFront(front);
  if (fields.badLine !== undefined)
    return skipped(extensionFault('badFrontMatter', extensionFault('notKeyValue', String(fields.badLine))));
  const name = frontText(fields, 'name');
  const description = frontText(fields, 'description')?.replace(/\s+/g, ' ');
  if (!name || !/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) return skipped(extensionFault('noUsableName'));
  if (!description) return skipped(extensionFault('noDescription'));
  const offence = isStrict && offenceOf(name, basename(dirname(path)), fields);
  if (offence) return skipped(offence);
  return { name, description: description.slice(0, 300), path, content: body.trim() };
}

const STRICT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What Agent Skills asks of it beyond a name and a description. */
function offenceOf(name: string, folder: string, fields: FrontFields): Fault | undefined {
  if (!STRICT_NAME.test(name)) return extensionFault('skillNameNotStrict');
  if (name !== folder) return extensionFault('skillInOtherFolder', name, folder);
  if ((frontText(fields, 'description') ?? '').length > 1024) return extensionFault('skillDescriptionLong');
  if ((frontText(fields, 'compatibility') ?? '').length > 500) return extensionFault('skillCompatibilityLong');
  const metadata = fields.fields.get('metadata');
  if (metadata !== undefined && metadata !== '' && (typeof metadata !== 'object' || Array.isArray(metadata)))
    return extensionFault('skillMetadata');
  return undefined;
}
