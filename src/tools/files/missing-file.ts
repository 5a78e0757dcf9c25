/** A path that leads nowhere, answered with the names that are there. */

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import { type Failure, failed } from '../../protocol/tool.ts';

const MAX_NAMES = 2000;

export async function missingFile(workspace: Workspace, path: string): Promise<Failure> {
  const folder = await workspace.resolve(dirname(path));
  const said = `no such file: ${path}`;
  if (!folder.inside || folder.kind !== 'directory') return failed(`${said}. Its folder does not exist either.`);
  const names = await namesIn(folder.absolute);
  const like = nearest(basename(path), names) ?? names.find((name) => stem(name) === stem(basename(path)));
  if (like === undefined) return failed(`${said}. Use glob or list to find it.`);
  const suggestion = dirname(path) === '.' ? like : join(dirname(path), like);
  return failed(`${said}. Did you mean ${suggestion}?`, { nearest: suggestion });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).slice(0, MAX_NAMES);
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'ENOENT') return []; // then there is nothing to suggest
    throw error;
  }
}

/** `util` of `util.ts`: the same name with another ending is the likeliest slip. */
function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
