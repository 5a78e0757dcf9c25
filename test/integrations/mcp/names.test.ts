import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolNames } from '../../../src/integrations/mcp/names.ts';

test('EXT-9 names fit every provider, are stable and unique, for 10,000 random ones', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const letters = ['a', 'b', 'A', 'B', '0', '9', '_', '-', '.', ' ', '/', ':', 'é', '中', '😀'];
  const word = (longest: number) =>
    Array.from({ length: 1 + random(longest) }, () => letters[random(letters.length)]).join('');
  const tools = [
    ...new Map(
      Array.from({ length: 10_000 }, () => ({ server: word(6), tool: word(90) })).map((tool) => [
        JSON.stringify(tool),
        tool,
      ]),
    ).values(),
  ];
  const names = toolNames(tools);
  assert.ok(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name)));
  assert.equal(new Set(names).size, tools.length);
  assert.deepEqual(toolNames(tools), names);
});

test('EXT-9 usual names stay as they are; only those that are too long or clash with another end in a hash', () => {
  const tools = [
    { server: 'git', tool: 'log' },
    { server: 'a', tool: 'b.c' },
    { server: 'a', tool: 'b/c' },
    { server: 'a', tool: 'x'.repeat(80) },
  ];
  const [log, dot, slash, long] = toolNames(tools);
  assert.equal(log, 'mcp__git__log');
  assert.match(dot ?? '', /^mcp__a__b_c_[0-9a-f]{8}$/);
  assert.match(slash ?? '', /^mcp__a__b_c_[0-9a-f]{8}$/);
  assert.notEqual(dot, slash);
  assert.match(long ?? '', /^mcp__a__x+_[0-9a-f]{8}$/);
  assert.equal(long?.length, 64);
});
