/** Finds the parts that are not JavaScript. A part is used only if it is byte for byte what this version of coder was built with. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NATIVE_HASHES } from './hashes.ts';

export type NativePart =
  | { status: 'good'; folder: string }
  /** The package is not installed, or does not exist for this system. */
  | { status: 'missing' }
  /** The file at `path` does not match its known hash; if no hashes are known for the package, `path` is the package's folder. */
  | { status: 'changed'; path: string };

/** Finds and checks the package for this platform that the named package depends on. */
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
    return undefined; // missing or unreadable: treated as changed
  }
}

/** Resolves the platform package from `name`, as that package itself does. */
function installedFolder(name: string, platform: string): string | undefined {
  try {
    const owner = createRequire(import.meta.resolve(name));
    return dirname(owner.resolve(`${platform}/package.json`));
  } catch {
    return undefined; // the platform package is an optional dependency
  }
}
