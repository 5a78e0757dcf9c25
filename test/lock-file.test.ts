/** The lock file is complete, so that `npm ci` works on every platform. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('SUP-1 every package that a locked package needs is locked, including those for other platforms', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

const CURE =
  'npm adds no hash to an entry that is there: choose versions that are published whole, delete package-lock.json and run "npm install --package-lock-only --omit-lockfile-registry-resolved".';

test('SUP-1 every locked package has its hash, and no package source is named', () => {
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link);
  const bare = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  assert.deepEqual(
    bare.map(([path, { version }]) => `${path}@${version}`),
    [],
    CURE,
  );
  const named = packages.filter(([, { resolved }]) => resolved !== undefined);
  assert.deepEqual(
    named.map(([path]) => path),
    [],
    CURE,
  );
});

/** Looks a package up as Node does: in the package's own node_modules, then in those above it. */
function isLocked(path: string, name: string): boolean {
  const own = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (own in lock.packages) return true;
  return path !== '' && isLocked(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}
