import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameTable } from '../../../../src/host/sandbox/network/name-table.ts';

test('SBX-9 each name has one address; if there are too many names, the oldest loses its address', () => {
  const table = createNameTable(300);
  const first = table.addressOf('a.test');
  assert.equal(first, '127.200.0.1');
  assert.equal(table.addressOf('a.test'), first);
  assert.equal(table.nameAt(first), 'a.test');
  for (let count = 2; count <= 300; count += 1) table.addressOf(`n${count}.test`);
  assert.equal(table.nameAt('127.200.1.44'), 'n300.test');
  assert.equal(table.addressOf('new.test'), first);
  assert.deepEqual([table.nameAt(first), table.has('a.test'), table.has('new.test')], ['new.test', false, true]);
  assert.equal(table.nameAt('127.0.0.1'), undefined);
});
