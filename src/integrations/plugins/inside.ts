/** Resolves paths of a plugin, and tells whether they stay inside it. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isInside } from '../../base/files/paths.ts';
import { readOwned } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';

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

export type ReadJson = { ok: true; value: Record<string, unknown> } | { ok: false; missing?: true; problem: Fault };

/** Reads a JSON object from a file of the plugin. */
export function readJson(root: string, path: string): ReadJson {
  const found = readBytes(join(root, path), root);
  if (found === 'missing') return { ok: false, missing: true, problem: extensionFault('pluginNoFile', path) };
  if (found === 'foreign') return { ok: false, problem: extensionFault('pluginLeadsOut', path) };
  if (typeof found === 'string') return { ok: false, problem: extensionFault('pluginFileUnreadable', path) };
  try {
    const value: unknown = JSON.parse(found.toString('utf8').replace(/^\uFEFF/, ''));
    return isPlainObject(value)
      ? { ok: true, value }
      : { ok: false, problem: extensionFault('pluginNoJsonObject', path) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: extensionFault('pluginNoJson', path, error.message) };
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
