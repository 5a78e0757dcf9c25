import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandHome, isBelow, isInside, shownPath, upwards, withTilde } from '../../../src/base/files/paths.ts';

test('a folder contains itself and everything below it, but not a sibling whose name starts the same', () => {
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

test('a path is shown relative to the folder if it is inside, absolute otherwise', () => {
  assert.equal(shownPath('/project', '/project/src/a.ts'), 'src/a.ts');
  assert.equal(shownPath('/project', '/project/..a'), '..a');
  assert.equal(shownPath('/project', '/projectshop/a.ts'), '/projectshop/a.ts');
});

test('the folders above one are listed up to the root, or up to a folder that contains it', () => {
  assert.deepEqual(upwards('/a/b/c'), ['/a/b/c', '/a/b', '/a', '/']);
  assert.deepEqual(upwards('/a/b/c', '/a'), ['/a/b/c', '/a/b', '/a']);
  assert.deepEqual(upwards('/a/b', '/a/b'), ['/a/b']);
  assert.deepEqual(upwards('/a/b', '/c'), []);
});

test('IN-1 a path in the home folder is shortened, others are shown whole', () => {
  for (const [path, home, shown] of [
    ['/home/ann', '/home/ann', '~'],
    ['/home/ann/shop', '/home/ann', '~/shop'],
    ['/home/ann/shop', '/home/ann/', '~/shop'],
    ['/home/anna/shop', '/home/ann', '/home/anna/shop'],
    ['/shop', '/', '/shop'],
    ['/shop', undefined, '/shop'],
  ] as const)
    assert.equal(withTilde(path, home), shown);
});

test('a tilde means the home folder only at the beginning of a path', () => {
  assert.equal(expandHome('~', '/home/ada'), '/home/ada');
  assert.equal(expandHome('~/a', '/home/ada'), '/home/ada/a');
  assert.equal(expandHome('a/~', '/home/ada'), 'a/~');
  assert.equal(expandHome('~ada', '/home/ada'), '~ada');
});
