import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

/** Runs without the cache that tests share, and with a separate temporary folder. */
function starting(place: { path: string; home: string }) {
  const temp = join(place.path, 'temp');
  mkdirSync(temp, { recursive: true });
  return {
    temp,
    cache: join(place.home, '.coder', 'cache', 'compile'),
    run: () =>
      runCoder(['config'], {
        cwd: place.path,
        env: { HOME: place.home, TMPDIR: temp, NODE_COMPILE_CACHE: undefined },
      }),
  };
}

test('SEC-2 compiled code is cached in a private folder of the person, and nothing in the shared temporary folder', async (t) => {
  const { temp, cache, run } = starting(scratch(t));
  assert.equal((await run()).code, 0);
  assert.equal(statSync(cache).mode & 0o777, 0o700);
  assert.notDeepEqual(readdirSync(cache), []);
  assert.deepEqual(readdirSync(temp), []);
});

test('SEC-2 a cache folder that others can write to is not used', async (t) => {
  const { cache, run } = starting(scratch(t));
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o777);
  assert.equal((await run()).code, 0);
  assert.deepEqual(readdirSync(cache), []);
});

test('SEC-2 a link in place of the cache folder is not followed', async (t) => {
  const place = scratch(t);
  const { temp, run } = starting(place);
  mkdirSync(join(place.home, '.coder', 'cache'), { recursive: true });
  symlinkSync(temp, join(place.home, '.coder', 'cache', 'compile'));
  assert.equal((await run()).code, 0);
  assert.deepEqual(readdirSync(temp), []);
});

test('SEC-2 a home folder that does not exist is not created', async (t) => {
  const place = scratch(t);
  const home = join(place.path, 'no-home');
  const { code } = await runCoder(['config'], { cwd: place.path, env: { HOME: home, NODE_COMPILE_CACHE: undefined } });
  assert.deepEqual([code, existsSync(home)], [0, false]);
});
