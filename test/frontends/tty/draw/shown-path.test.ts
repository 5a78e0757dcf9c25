import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfPath } from '../../../../src/frontends/tty/draw/shown-path.ts';

test('IN-1 if there is little room, the end of a path is shown, starting at a folder', () => {
  assert.equal(endOfPath('/home/ann/work/shopping-cart', 19), '…/shopping-cart');
  assert.equal(endOfPath('/a-very-long-name-of-one-folder', 12), '…-one-folder');
});
