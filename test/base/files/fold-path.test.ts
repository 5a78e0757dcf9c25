import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldPath } from '../../../src/base/files/fold-path.ts';

test('B5 every spelling of a path folds into one', () => {
  const spellings = [
    '/a/.git/hooks',
    '/A/.GIT/Hooks',
    '/a/.git. /hooks..',
    '/a/.g\u200bit/ho\u00adoks',
    '/a/.git/hook\u017f',
  ];
  assert.deepEqual(new Set(spellings.map(foldPath)), new Set(['/a/.git/hooks']));
  assert.equal(foldPath('/a/../.'), '/a/../.');
});
