import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PoolState } from '../../src/app/fleet/pool.ts';
import { fleetTable } from '../../src/subcommands/fleet-table.ts';
import { en } from '../../src/words/en.ts';

test('FLEET-3 the table has aligned columns and one row per job, even with wide and hostile names', () => {
  const running = (id: string, step: number, calls: string[], since: number) =>
    [id, { id, job: {}, step, calls, since, tokens: 10, cost: 0 }] as const;
  const pool: PoolState = {
    total: 9,
    running: new Map([
      running('a', 2, ['write'], 0),
      running('文档', 12, [], 60_000),
      running(`b\x1b[2J\n${'x'.repeat(60)}`, 1, ['bash', 'read'], 61_000),
    ]),
    answered: 1,
    failed: 1,
    stopped: 0,
    before: 2,
    tokens: 100,
    cost: 0,
    isBudgetSpent: false,
  };
  const [heading, first, second, third, hint, ...more] = fleetTable(pool, en.fleet, false, 61_000);
  assert.equal(heading, '4 of 9 done · 3 running · 130 tokens · $0.00');
  assert.equal(first, `  a${' '.repeat(39)}  step 2   61 s  write`);
  assert.equal(second, `  文档${' '.repeat(36)}  step 12  1 s`);
  assert.match(third ?? '', /^ {2}b x{38}  step 1   0 s   bash read$/);
  assert.deepEqual([hint, more], [en.fleet.stopHint, []]);
});
