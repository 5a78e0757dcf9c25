/** The parts that are not JavaScript. One is used only if it is, byte for byte, what this version of coder was made with. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NATIVE_HASHES } from './hashes.ts';

export type NativePart =
  | { status: 'good'; folder: string }
  /** The package is not installed, or there is none for this system. */
  | { status: 'missing' }
  /** This file is not what it was, or coder does not know what it should be. */
  | { status: 'changed'; path: string };

/** Of the package for this system, which the named one brings. */
export function findNative(name: '@lydell/node-pty' | '@vscode/ripgrep'): NativePart {
  const platform = `${name}-${process.platform}-${process.arch}`;
  const folder = installedFolder(name, platform);
  return folder === undefined ? { status: 'missing' } : checkNative(platform, folder);
}

export function checkNative(platform: string, folder: string): NativePart {
  const known = Object.entries(NATIVE_HASHES[platform] ?? {});
  if (known.length === 0) return { status: 'changed', path: folder };
  const changed = known.find(([file, expected]) => hashOf(join(folder, file)) !== expected);
  return changed ? { status: 'changed', path: join(folder, changed[0]) } : { status: 'good', folder };
}

function hashOf(path: string): string | undefined {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    return undefined; // gone, or not to be read: it is not what it was
  }
}

/** Found as the package itself finds it. */
function installedFolder(name: string, platform: string): string | undefined {
  try {
    const owner = createRequire(import.meta.resolve(name));
    return dirname(owner.resolve(`${platform}/package.json`));
  } catch {
    return undefined; // an optional package
  }
}
