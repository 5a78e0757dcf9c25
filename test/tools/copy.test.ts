/** Copies what `read` shows into `edit`, over random files; `test/long/copy-oracle.ts` does the same with any number of files. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratchFolder } from '../fixtures/file-tools.ts';
import { createCopyJudge } from '../oracle/judge-copy.ts';

const FILES = 250;

test('MDL-1 a passage shown by read and copied into edit changes that passage and no other byte', async (t) => {
  const judge = createCopyJudge(await scratchFolder(t));
  const counts: Record<string, number> = { right: 0, refused: 0 };
  for (let seed = 0; seed < FILES; seed++) {
    const verdict = await judge(seed);
    assert.notEqual(verdict.type, 'wrong', `file ${seed}: ${JSON.stringify(verdict)}`);
    counts[verdict.type] = (counts[verdict.type] ?? 0) + 1;
  }
  assert.ok((counts['right'] ?? 0) > FILES / 2, JSON.stringify(counts));
});
