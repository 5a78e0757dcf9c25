import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectKey } from '../../src/session/grants.ts';
import { openInputHistory } from '../../src/session/input-history.ts';
import { scratch } from '../fixtures/run-coder.ts';

test('IN-5 of a history that has grown very long, the newest lines are kept', async (t) => {
  const { path: home } = scratch(t);
  const place = { home, root: home, mask: (text: string) => text };
  const file = join(home, 'projects', projectKey(home), 'history.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const line = (index: number) => `${JSON.stringify({ at: index, text: `line ${index} ${'x'.repeat(10_000)}` })}\n`;
  for (let index = 0; index < 300; index++) appendFileSync(file, line(index));
  const { entries } = await openInputHistory(place);
  assert.match(entries.at(-1) ?? '', /^line 299 /);
  assert.ok(statSync(file).size < 1024 * 1024);
  assert.deepEqual((await openInputHistory(place)).entries, entries);
});
