import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfPath, withTilde } from '../../../../src/frontends/tty/draw/shown-path.ts';

test('IN-1 a path below the home folder is shortened, others are shown whole', () => {
  for (const [path, home, shown] of [
    ['/home/ann', '/home/ann', '~'],
    ['/home/ann/shop', '/home/ann', '~/shop'],
    ['/home/anna/shop', '/home/ann', '/home/anna/shop'],
    ['/shop', '/', '/shop'],
    ['/shop', undefined, '/shop'],
  ] as const)
    assert.equal(withTilde(path, home), shown);
});

test('IN-1 if there is little room, the end of a path is shown, starting at a folder', () => {
  assert.equal(endOfPath('/home/ann/work/shopping-cart', 19), '…/shopping-cart');
  assert.equal(endOfPath('/a-very-long-name-of-one-folder', 12), '…-one-folder');
});
