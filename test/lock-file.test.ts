/** The lock file is whole, so that `npm ci` works on every platform. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('every package that a locked package needs is locked, those for other platforms too', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

/** Looked up as Node does: in the package's own node_modules, then in those above it. */
function isLocked(path: string, name: string): boolean {
  const own = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (own in lock.packages) return true;
  return path !== '' && isLocked(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}
