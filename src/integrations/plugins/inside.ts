/** Resolves paths of a plugin, and tells whether they stay inside it. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside } from '../../base/files/paths.ts';
import { readOwned } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';

const LONGEST = 1024 * 1024;

/** The real path, resolving links in the part that exists; `undefined` if it leads out. */
export function insideOf(root: string, path: string): string | undefined {
  const real = realPart(resolve(root, path));
  return isInside(root, real) ? real : undefined;
}

function realPart(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!codeOf(error)) throw error;
    const parent = dirname(path);
    return parent === path ? path : join(realPart(parent), path.slice(parent.length));
  }
}

export type FoundKind = 'missing' | 'folder' | 'file' | 'other' | 'outside';

export function kindOf(root: string, path: string): FoundKind {
  const place = join(root, path);
  try {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (insideOf(root, path) === undefined) return 'outside';
    if (!stats) return 'missing';
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : 'other';
  } catch (error) {
    if (codeOf(error)) return 'other';
    throw error;
  }
}

export type ReadJson = { ok: true; value: Record<string, unknown> } | { ok: false; missing?: true; problem: string };

/** Reads a JSON object from a file of the plugin. */
export function readJson(root: string, path: string): ReadJson {
  const found = readBytes(join(root, path), root);
  if (found === 'missing') return { ok: false, missing: true, problem: `there is no ${path}` };
  if (found === 'foreign') return { ok: false, problem: `${path} leads out of the plugin` };
  if (typeof found === 'string') return { ok: false, problem: `${path} cannot be read` };
  try {
    const value: unknown = JSON.parse(found.toString('utf8').replace(/^\uFEFF/, ''));
    return isPlainObject(value) ? { ok: true, value } : { ok: false, problem: `${path} is not a JSON object` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: `${path} is not JSON: ${error.message}` };
  }
}

function readBytes(file: string, root: string): Buffer | 'missing' | 'foreign' | 'unreadable' {
  try {
    const found = readOwned(file, root, LONGEST);
    if (found === 'missing' || found === 'foreign') return found;
    return typeof found === 'string' || found.size > LONGEST ? 'unreadable' : found.bytes;
  } catch (error) {
    if (codeOf(error)) return 'unreadable';
    throw error;
  }
}
