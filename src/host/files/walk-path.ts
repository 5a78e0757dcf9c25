/** Resolves where a path really leads: component by component, following links, even below entries that do not exist. */

import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, parse, sep } from 'node:path';
import { CoderError, codeOf } from '../../base/errors.ts';
import { cutShort } from '../../base/text/truncate.ts';
import { changed } from './open-folder.ts';

export type PathKind = 'file' | 'folder' | 'other' | 'missing';

export interface Walked {
  absolute: string;
  kind: PathKind;
  /** Stats of the entry; absent if it is missing or was not examined. */
  stats?: Stats | undefined;
}

const MAX_LINKS = 40; // the kernel's limit

/** `from` is free of links; `path` may be relative to it. Synchronous: the thread pool would cost a hundred times as much as the calls. */
export function walkPath(from: string, path: string): Walked {
  const start = rootOf(path);
  let current = start === '' ? from : start;
  let pending = componentsOf(path);
  let kind: PathKind = 'folder';
  let found: Stats | undefined;
  let links = 0;
  while (pending.length > 0) {
    const [name = '', ...rest] = pending;
    pending = rest;
    if (name === '..') {
      current = dirname(current);
      found = undefined;
      if (kind !== 'folder') kind = kindOf(lstatOrKind(current, path));
      continue;
    }
    const next = below(current, name);
    const stats = kind === 'folder' ? lstatOrKind(next, path) : inside(kind);
    if (typeof stats === 'object' && stats.isSymbolicLink()) {
      links += 1;
      if (links > MAX_LINKS) throw new CoderError('link-loop', `too many links: ${path}`);
      const target = readTarget(next, path);
      const base = rootOf(target);
      if (base !== '') current = base;
      pending = [...componentsOf(target), ...pending];
      continue;
    }
    current = next;
    found = typeof stats === 'object' ? stats : undefined;
    kind = kindOf(stats);
  }
  return { absolute: current, kind, stats: found };
}

function rootOf(path: string): string {
  return isAbsolute(path) || process.platform === 'win32' ? parse(path).root : ''; // `C:` has a root and is relative
}

/** `name` is a single component, so there is nothing to normalise. */
function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

export function componentsOf(path: string): string[] {
  const separator = process.platform === 'win32' ? /[\\/]/ : '/';
  return path
    .slice(rootOf(path).length)
    .split(separator)
    .filter((name) => name !== '' && name !== '.');
}

function lstatOrKind(path: string, shown: string): Stats | PathKind {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? 'missing';
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOTDIR':
        return 'missing';
      case 'EACCES':
      case 'EPERM':
        return 'other'; // exists but is not accessible: opening it will report that
      case 'ENAMETOOLONG':
        throw new CoderError('bad-path', `path too long: ${cutShort(shown, 100)}`);
      default:
        throw error;
    }
  }
}

function readTarget(link: string, shown: string): string {
  try {
    return readlinkSync(link);
  } catch (error) {
    const isGone = codeOf(error) === 'EINVAL' || codeOf(error) === 'ENOENT'; // it was a link a moment ago
    throw isGone ? changed(shown) : error;
  }
}

function inside(kind: PathKind): PathKind {
  return kind === 'other' ? 'other' : 'missing';
}

function kindOf(stats: Stats | PathKind): PathKind {
  if (typeof stats === 'string') return stats;
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}
