import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { findPosition } from '../../../src/tools/lsp/find-position.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('LSP-5 a place is found by line and symbol, by column, or by symbol alone; a missing one gets the nearest names', async (t) => {
  const { path } = scratch(t);
  const file = join(path, 'a.ts');
  writeFileSync(file, 'const additive = 1;\nexport const add = 漢字 + additive;\nadd;\n');
  const workspace = createWorkspace({ root: path });
  const find = (args: object) => findPosition({ path: 'a.ts', ...args }, workspace);
  assert.deepEqual(await find({ line: 2, symbol: 'add' }), { path: file, line: 2, column: 14 });
  assert.deepEqual(await find({ line: 2, symbol: 'additive' }), { path: file, line: 2, column: 25 });
  assert.deepEqual(await find({ line: 2, symbol: '漢' }), { path: file, line: 2, column: 20 });
  assert.deepEqual(await find({ symbol: 'add' }), { path: file, line: 2, column: 14 });
  assert.deepEqual(await find({ line: 3, character: 2 }), { path: file, line: 3, column: 2 });
  assert.deepEqual(await find({ line: 1 }), { path: file, line: 1, column: 1 });
  const errorOf = async (args: object) => {
    const found = await find(args);
    return 'error' in found ? found.error : '';
  };
  assert.equal(await errorOf({ line: 1, symbol: 'export' }), 'export is not on line 1 of a.ts, but on 2.');
  assert.equal(
    await errorOf({ line: 1, symbol: 'aditive' }),
    'aditive is not on line 1 of a.ts. There are: additive, const.',
  );
  assert.match(await errorOf({ symbol: 'addd' }), /addd is not in a\.ts\. There are: add, /);
  assert.equal(await errorOf({ line: 9, symbol: 'add' }), 'a.ts has 4 lines.');
  assert.equal(await errorOf({}), 'Give line and symbol, or symbol.');
});
