/** Recognises a worktree whose creation was cut short: it contains only beginnings of the base's files and of copies, and nothing else. */

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import type { WorktreeToCheck } from './what-would-be-lost.ts';

const AT_ONCE = 50;

export async function isHalfMade(
  { folder, record, source, git }: Pick<WorktreeToCheck, 'folder' | 'record' | 'source' | 'git'>,
  signal: AbortSignal,
): Promise<boolean> {
  const tree = await git.read(['ls-tree', '-r', '-z', record.base], signal);
  if (tree.status !== 'ok' || tree.truncated) return false;
  const ids = new Map<string, string>();
  for (const line of tree.stdout.split('\0')) {
    const [about = '', path] = line.split('\t');
    const [mode, , id = ''] = about.split(' ');
    if (path !== undefined && mode !== '120000' && mode !== '160000') ids.set(path, id);
  }
  const files = filesBelow(folder, '');
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const blobs = await git.blobs([...new Set(some.flatMap(({ path }) => ids.get(path) ?? []))], signal);
    if (!some.every((file) => file.isFile && isKnown(file.path, blobs.get(ids.get(file.path) ?? '')))) return false;
  }
  return true;

  function isKnown(path: string, blob: Buffer | undefined): boolean {
    const bytes = readFileSync(join(folder, path));
    return [blob, source === undefined ? undefined : bytesOf(source, path)].some(
      (whole) => whole?.subarray(0, bytes.length).equals(bytes) ?? false,
    );
  }
}

function bytesOf(source: string, path: string): Buffer | undefined {
  const file = join(source, path);
  const stats = isInside(source, file) ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
  return stats?.isFile() ? readFileSync(file) : undefined;
}

/** Links and other special entries are listed with `isFile` false; git's pointer `.git` is left out. */
function filesBelow(folder: string, below: string): { path: string; isFile: boolean }[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (path === '.git') return [];
    return entry.isDirectory() ? filesBelow(folder, path) : [{ path, isFile: entry.isFile() }];
  });
}
