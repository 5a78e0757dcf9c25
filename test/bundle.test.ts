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

/** Every file takes a third of a millisecond to find, however small it is; `SMALL` in scripts/parts.ts keeps shared modules together. */
for (const [start, most] of [
  ['headless-main.js', 5],
  ['tty-start.js', 4],
] as const) {
  test(`chunks/${start} needs at most ${most} files, itself included`, () => {
    const chunks = join(dist, 'chunks');
    const needed = new Set([start as string]);
    for (const file of needed) {
      const code = readFileSync(join(chunks, file), 'utf8');
      for (const [, next = ''] of code.matchAll(/\b(?:from|import)"\.\/([\w-]+\.js)"/g)) needed.add(next);
    }
    assert.ok(needed.size <= most, `It needs ${[...needed].join(', ')}`);
  });
}
