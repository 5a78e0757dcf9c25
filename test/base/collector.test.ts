import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../fixtures/run-coder.ts';

test('cached compiled code is still accepted after the garbage collector ran', (t) => {
  const place = scratch(t);
  const collector = new URL('../../src/base/collector.ts', import.meta.url).href;
  writeFileSync(join(place.path, 'later.mjs'), 'export const later = () => 1;');
  writeFileSync(
    join(place.path, 'main.mjs'),
    `import module from 'node:module';
    import { loadCollector } from ${JSON.stringify(collector)};
    module.enableCompileCache(${JSON.stringify(join(place.path, 'cache'))});
    if (process.argv[2]) loadCollector()();
    await import('./later.mjs');`,
  );
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(place.path, 'main.mjs'), ...args], {
      env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      encoding: 'utf8',
    }).stderr;
  run();
  const said = run('collect');
  assert.match(said, /later\.mjs was accepted/);
});
