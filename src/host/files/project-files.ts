/** Examines a project's files to find out what kind of project it is; reads a few of them and runs none. */

import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isUnreachable } from '../../base/files/if-reachable.ts';
import { readOwned } from '../../base/files/regular-file.ts';
import { parseObject } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { ProjectFiles } from '../../protocol/project.ts';

const MOST_BYTES = 256 * 1024;
const MOST_NAMES = 5000;

/**
 * `admitsNotes` decides whether the text of AGENTS.md counts. Synchronous, because the first request waits for it and `fs/promises` takes
 * 4 ms to load.
 */
export function readProjectFiles(root: string, admitsNotes: (bytes: Buffer) => boolean = () => true): ProjectFiles {
  const names = namesIn(root);
  const read = (name: string) => (names.includes(name) ? readStart(join(root, name), root) : undefined);
  const [manifest, pyproject, setup, tox, makefile] = [
    'package.json',
    'pyproject.toml',
    'setup.cfg',
    'tox.ini',
    'Makefile',
  ].map((name) => read(name)?.toString('utf8'));
  const notes = read('AGENTS.md');
  return {
    names,
    ...readManifest(manifest),
    ...(/^test:/m.test(makefile ?? '') && { hasMakeTest: true as const }),
    ...(notes && admitsNotes(notes) && { agentNotes: notes.toString('utf8') }),
    configuresPytest:
      /^\[tool\.pytest|^\s*"?pytest\b/m.test(pyproject ?? '') ||
      /^\[(?:tool:)?pytest\]/m.test(`${setup ?? ''}\n${tox ?? ''}`),
  };
}

function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, MOST_NAMES);
    return entries.filter(isReadable).map(({ name }) => name);
  } catch (error) {
    if (isUnreachable(error)) return []; // gone or inaccessible: no project to recognise
    throw error;
  }
}

/** Excludes pipes and the like: reading one would block, and so would a check that the project seems to have. */
function isReadable(entry: Dirent): boolean {
  return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
}

/** Empty if there is no manifest, or one that only its owner can fix. */
function readManifest(text = ''): Pick<ProjectFiles, 'testScript' | 'packageManager'> {
  const { scripts, packageManager } = parseObject(text);
  const script = isPlainObject(scripts) ? scripts.test : undefined;
  return {
    ...(typeof script === 'string' && { testScript: script }),
    ...(typeof packageManager === 'string' && { packageManager }),
  };
}

/** The file's content, cut at `MOST_BYTES`; `undefined` if unreadable. Neither waits for a pipe nor follows a link out of the project. */
function readStart(path: string, root: string): Buffer | undefined {
  try {
    const found = readOwned(path, root, MOST_BYTES);
    return typeof found === 'string' ? undefined : found.bytes;
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
