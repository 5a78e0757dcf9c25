/** The bundle loads as intended: Node's own modules are fetched where they are used, never imported. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

test('no file of the bundle imports a module of Node', () => {
  const files = globSync('**/*.js', { cwd: dist });
  assert.ok(files.length > 1, 'dist is built');
  const stray = files.flatMap((file) => {
    const code = readFileSync(join(dist, file), 'utf8');
    return [...code.matchAll(/\bimport\b[^;"'`(]{0,2000}"node:[^"]*"/g)].map(
      ([found]) => `${file}: ${found.slice(0, 100)}`,
    );
  });
  assert.deepEqual(stray, []);
});

test('no file of the bundle prints on its own', () => {
  const printing = globSync('**/*.js', { cwd: dist }).filter((file) =>
    /\bconsole\.(?:log|warn|error|debug|info)\(/.test(readFileSync(join(dist, file), 'utf8')),
  );
  assert.deepEqual(printing, []);
});
