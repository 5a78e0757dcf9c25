import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineReader } from '../../../src/integrations/mcp/stdio-transport.ts';

test('EXT-11 lines are assembled from any pieces, and one that is too long is bounded and skipped', () => {
  const lines: (string | undefined)[] = [];
  const read = createLineReader((line) => lines.push(line));
  for (const piece of ['{"a"', ':1}\n{"b', '":2}\r\n\n', '中']) read(Buffer.from(piece));
  read(Buffer.from('\n'));
  for (let index = 0; index < 12; index++) read(Buffer.alloc(1024 * 1024, 'x'));
  read(Buffer.from('\nafter\n'));
  assert.deepEqual(lines, ['{"a":1}', '{"b":2}\r', '中', undefined, 'after']);
});
