/** The classes hold beyond the labelled rows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyseShell, type ShellClass } from '../../src/policy/shell/judge/analyse.ts';
import { context } from './fixture.ts';
import { DANGEROUS, HARD_BLOCK, NEEDS_APPROVAL, READ_ONLY } from './own-lines.ts';

const sets: [ShellClass, readonly string[]][] = [
  ['readonly', READ_ONLY],
  ['needs-approval', NEEDS_APPROVAL],
  ['dangerous', DANGEROUS],
  ['hard-block', HARD_BLOCK],
];

for (const [expected, lines] of sets) {
  test(`POL-3 POL-4 POL-9 ${lines.length} further lines are ${expected}`, () => {
    const wrong = lines
      .map((line) => ({ line, got: analyseShell(line, context).class }))
      .filter(({ got }) => got !== expected);
    assert.deepEqual(wrong, []);
  });
}
