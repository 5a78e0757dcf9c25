import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandHome, isBelow, isInside, shownPath } from '../../../src/base/files/paths.ts';

test('a folder holds itself and what is below it, not a neighbour whose name begins alike', () => {
  const cases: [folder: string, path: string, inside: boolean, below: boolean][] = [
    ['/work', '/work', true, false],
    ['/work', '/work/a', true, true],
    ['/work', '/work/..a', true, true],
    ['/work', '/workshop', false, false],
    ['/work', '/', false, false],
    ['/', '/work', true, true],
    ['/', '/', true, false],
  ];
  for (const [folder, path, inside, below] of cases) {
    assert.deepEqual([isInside(folder, path), isBelow(folder, path)], [inside, below], `${path} in ${folder}`);
  }
});

test('a path is shown from the folder if it is inside, in full otherwise', () => {
  assert.equal(shownPath('/work', '/work/src/a.ts'), 'src/a.ts');
  assert.equal(shownPath('/work', '/work/..a'), '..a');
  assert.equal(shownPath('/work', '/workshop/a.ts'), '/workshop/a.ts');
});

test('a tilde is the home folder at the beginning only', () => {
  assert.equal(expandHome('~', '/home/ada'), '/home/ada');
  assert.equal(expandHome('~/a', '/home/ada'), '/home/ada/a');
  assert.equal(expandHome('a/~', '/home/ada'), 'a/~');
  assert.equal(expandHome('~ada', '/home/ada'), '~ada');
});
