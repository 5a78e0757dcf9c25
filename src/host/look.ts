/** The window on the disk that policy looks through: what stands at a path, and where links lead. */

import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../base/errors.ts';
import type { Look } from '../protocol/policy.ts';
import { programInGitConfig } from './git-config-programs.ts';

const MOST_LINKS = 40;

export const look: Look = { kind, real: (path) => real(path, MOST_LINKS), gitProgram };

function gitProgram(root: string): string | undefined {
  try {
    return programInGitConfig(root);
  } catch (error) {
    return `a config that cannot be read (${codeOf(error) ?? 'unknown'})`;
  }
}

function kind(path: string): ReturnType<Look['kind']> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return 'missing';
    return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? 'missing' : 'other'; // what cannot be looked at is not assumed to be harmless
  }
}

/** Also for what does not exist: as far as it does, links are followed, a dangling one to where it points. */
function real(path: string, linksLeft: number): string {
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(real(parent, linksLeft), basename(path));
  try {
    if (linksLeft === 0 || !lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
    return real(resolve(dirname(place), readlinkSync(place)), linksLeft - 1);
  } catch {
    return place; // not to be looked at: the name as it stands
  }
}
