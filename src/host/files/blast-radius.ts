/** Measures how much a command would delete, move or overwrite: counted on disk, without following links, within a time limit. */

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { elapsedMs } from '../../base/elapsed.ts';
import { isInside } from '../../base/files/paths.ts';
import { compileGlob } from '../../base/text/glob.ts';
import type { Target } from '../../protocol/policy.ts';
import type { BlastRadius } from '../../protocol/request.ts';

/** A person is waiting for the question meanwhile. */
const PATIENCE_MS = 250;
const MAX_MATCHES = 10_000;
const SHOWN_FOLDERS = 3;
const SHOWN_PATHS = 5;

export async function measureTargets(
  targets: readonly Target[],
  roots: readonly string[],
  signal: AbortSignal,
): Promise<BlastRadius> {
  const deadline = elapsedMs() + PATIENCE_MS;
  const isOver = (): boolean => signal.aborted || elapsedMs() > deadline;
  const counted = new Set<string>();
  const folders = new Map<string, number>();
  const outside = new Set<string>();
  const unknown = new Set<string>();
  let files = 0;
  let bytes = 0;
  let isPartial = false;

  for (const target of targets) {
    if (target.kind === 'unknown') unknown.add(target.text);
    else if (target.kind === 'path') await count(target.path, target.recursive);
    else {
      const matches = await expand(resolve(target.cwd, target.pattern), isOver);
      if (matches === undefined) unknown.add(target.pattern);
      for (const path of matches ?? []) await count(path, target.recursive);
    }
  }
  const top = [...folders].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_FOLDERS);
  return {
    files,
    bytes,
    isPartial,
    top: top.map(([folder, number]) => ({ folder, files: number })),
    outside: [...outside].slice(0, SHOWN_PATHS),
    unknown: [...unknown].slice(0, SHOWN_PATHS),
  };

  async function count(path: string, recursive: boolean): Promise<void> {
    if (isOver()) {
      isPartial = true;
      return;
    }
    const stats = await lstat(path).catch(() => undefined); // missing or inaccessible
    if (!stats) return;
    if (isOutside(path, roots)) outside.add(path);
    if (!stats.isDirectory()) return add(path, stats.size);
    if (!recursive) return;
    for (const entry of await entriesOf(path)) {
      await count(join(path, entry.name), true);
      if (isPartial) return;
    }
  }

  function add(path: string, size: number): void {
    if (counted.has(path)) return;
    counted.add(path);
    files += 1;
    bytes += size;
    const folder = folderOf(path, roots);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
}

/** The paths a pattern expands to, as in a shell; `undefined` if that takes too long. */
async function expand(pattern: string, isOver: () => boolean): Promise<string[] | undefined> {
  let paths = [''];
  for (const segment of pattern.split('/').filter((name) => name !== '')) {
    if (!/[*?[]/.test(segment)) {
      paths = paths.map((path) => `${path}/${segment}`);
      continue;
    }
    const matches = compileGlob(segment, { braces: false });
    const next: string[] = [];
    for (const path of paths) {
      if (isOver() || next.length > MAX_MATCHES) return undefined;
      for (const { name } of await entriesOf(path === '' ? '/' : path)) {
        const isHidden = name.startsWith('.') && !segment.startsWith('.');
        if (!isHidden && matches(name)) next.push(`${path}/${name}`);
      }
    }
    paths = next;
  }
  return paths;
}

/** Empty if `path` is not a folder or cannot be read; its entries are then not counted. */
function entriesOf(path: string): Promise<Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => []);
}

/** The first two levels of the file's folder below its root; outside the workspace, the folder itself. */
function folderOf(path: string, roots: readonly string[]): string {
  const root = roots.find((one) => isInside(one, path));
  if (root === undefined) return dirname(path);
  const folder = dirname(relative(root, path));
  return folder === '.' ? './' : `${folder.split('/').slice(0, 2).join('/')}/`;
}

function isOutside(path: string, roots: readonly string[]): boolean {
  return !roots.some((root) => isInside(root, path));
}
