import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, detailScore, rank } from '../../../../../src/frontends/tty/input/choices/rank.ts';

const SESSIONS: Candidate[] = [
  { value: 'b-1', detail: 'Fix the parser' },
  { value: 'a-1', detail: 'Write the docs' },
  { value: 'parse' },
];

/** Each row: what was typed, whether details count, and the names in the order they are offered. */
const ROWS: [string, boolean, string[]][] = [
  ['', false, ['b-1', 'a-1', 'parse']],
  ['1', false, ['b-1', 'a-1']],
  ['PAR', false, ['parse']],
  ['PAR', true, ['parse', 'b-1']],
  ['docs', true, ['a-1']],
  ['nothing', true, []],
];

test('IN-9 choices keep their order until something is typed; a matching detail ranks below matching names', () => {
  for (const [query, countsDetails, expected] of ROWS) {
    const found = countsDetails ? rank(query, SESSIONS, detailScore) : rank(query, SESSIONS);
    assert.deepEqual(
      found.map(({ value }) => value),
      expected,
      query,
    );
  }
});

test('IN-9 at most fifty choices are offered', () => {
  const many = Array.from({ length: 80 }, (_, at) => ({ value: `n${at}` }));
  assert.equal(rank('n', many).length, 50);
});
