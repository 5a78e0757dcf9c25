/** What a shell would complete: programs on the PATH and names in a folder. */

import { readdir, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { codeOf } from '../../../base/errors.ts';

export interface ShellNames {
  programs(): Promise<readonly string[]>;
  /** Names in a folder that is given as typed (`~/`, `../`, `src/`); folders end with a slash. */
  entries(folder: string): Promise<readonly string[]>;
}

interface ShellNamesOptions {
  cwd: string;
  home: string;
  /** The PATH variable. */
  path: string;
}

const BUILT_IN = ['cd', 'echo', 'export', 'printf', 'pwd', 'source', 'test', 'time', 'type', 'ulimit', 'wait'];
const MOST_ENTRIES = 5000;

export function createShellNames({ cwd, home, path }: ShellNamesOptions): ShellNames {
  let programs: Promise<readonly string[]> | undefined;
  return {
    programs() {
      programs ??= listPrograms(path);
      return programs;
    },
    async entries(folder) {
      const place = resolve(cwd, folder.replace(/^~(?=\/|$)/, home));
      const found = (await listFolder(place)).slice(0, MOST_ENTRIES);
      const names = await Promise.all(
        found.map(async (entry) => {
          const isFolder =
            entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(place, entry.name))));
          return isFolder ? `${entry.name}/` : entry.name;
        }),
      );
      return names.sort();
    },
  };
}

async function listPrograms(path: string): Promise<readonly string[]> {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const lists = await Promise.all(folders.map(listFolder));
  const names = lists.flat().filter((entry) => entry.isFile() || entry.isSymbolicLink());
  return [...new Set([...BUILT_IN, ...names.map(({ name }) => name)])].sort();
}

/** Empty for a folder that does not exist or cannot be read. */
async function listFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

async function leadsToFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false; // the link is broken
  }
}
