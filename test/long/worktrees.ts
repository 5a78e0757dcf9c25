/** 1,000 random interleavings of work in worktrees and their removal, some of them killed: node test/long/worktrees.ts [rounds] [seed]. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleave } from '../host/worktree/interleave.ts';
import { worktrees } from '../host/worktree/worktrees.ts';

const [rounds = 1000, seed = 1] = process.argv.slice(2).map(Number);

test(`${rounds} interleavings from seed ${seed}`, async (t) => {
  const PER_REPOSITORY = 20; // kept worktrees accumulate and slow a repository down
  const sum = { removed: 0, kept: 0, killed: 0, midway: 0 };
  for (let done = 0; done < rounds; done += PER_REPOSITORY) {
    const w = await worktrees(t);
    const count = Math.min(PER_REPOSITORY, rounds - done);
    const seen = await interleave(w, { rounds: count, kills: 5, seed: seed * 1000 + done });
    assert.deepEqual(seen.lost, []);
    for (const key of ['removed', 'kept', 'killed', 'midway'] as const) sum[key] += seen[key];
    console.log(done + count, JSON.stringify(sum));
  }
});
