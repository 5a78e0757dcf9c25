import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandHome, isBelow, isInside, shownPath } from '../../../src/base/files/paths.ts';

test('a folder holds itself and what is below it, not a neighbour whose name begins alike', () => {
  const cases: [folder: string, path: string, inside: boolean, below: boolean][] = [
    ['/project', '/project', true, false],
    ['/project', '/project/a', true, true],
    ['/project', '/project/..a', true, true],
    ['/project', '/projectshop', false, false],
    ['/project', '/', false, false],
    ['/', '/project', true, true],
    ['/', '/', true, false],
  ];
  for (const [folder, path, inside, below] of cases) {
    assert.deepEqual([isInside(folder, path), isBelow(folder, path)], [inside, below], `${path} in ${folder}`);
  }
});

test('a path is shown from the folder if it is inside, in full otherwise', () => {
  assert.equal(shownPath('/project', '/project/src/a.ts'), 'src/a.ts');
  assert.equal(shownPath('/project', '/project/..a'), '..a');
  assert.equal(shownPath('/project', '/projectshop/a.ts'), '/projectshop/a.ts');
});

test('a tilde is the home folder at the beginning only', () => {
  assert.equal(expandHome('~', '/home/ada'), '/home/ada');
  assert.equal(expandHome('~/a', '/home/ada'), '/home/ada/a');
  assert.equal(expandHome('a/~', '/home/ada'), 'a/~');
  assert.equal(expandHome('~ada', '/home/ada'), '~ada');
});
