/** Walks every file below a folder except ignored ones; used if there is no ripgrep. */

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnreachable } from '../../base/files/if-reachable.ts';
import { isLossy } from '../../base/files/lossy-name.ts';
import { readIgnore } from './ignore-above.ts';
import { IGNORE_FILES, type IgnoreRule, isIgnored, parseIgnoreFile } from './ignore-rules.ts';

/** Relative paths, folder by folder, sorted by name. Links are not followed, `.git` is not entered. */
export async function* walkFiles(
  root: string,
  options: { ignore: boolean; above?: readonly IgnoreRule[] },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const folders: { path: string; rules: readonly IgnoreRule[] }[] = [{ path: '', rules: options.above ?? [] }];
  for (let folder = folders.pop(); folder && !signal.aborted; folder = folders.pop()) {
    const { path } = folder;
    const entries = await readFolder(join(root, path));
    if (entries.length === 0 && isLossy(path)) yield path; // cannot be entered; its name is all that can be told
    const files = IGNORE_FILES.filter((name) => entries.some((entry) => entry.name === name && entry.isFile()));
    let { rules } = folder;
    for (const name of options.ignore ? files : [])
      rules = [...rules, ...parseIgnoreFile(readIgnore(join(root, path, name)).text, path)];
    const below: typeof folders = [];
    for (const entry of entries) {
      const isFolder = entry.isDirectory();
      if (!isFolder && !entry.isFile()) continue;
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name === '.git' || isIgnored(rules, name, isFolder)) continue;
      if (isFolder) below.push({ path: name, rules });
      else yield name;
    }
    folders.push(...below.reverse());
  }
}

async function readFolder(path: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Gone meanwhile, or not accessible: the rest of the tree is still worth walking.
    if (isUnreachable(error)) return [];
    throw error;
  }
}
