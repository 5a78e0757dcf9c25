/** The ids in test names match `docs/requirements.md`: none undefined, none without a proof. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const NAME = /\b(?:test|it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** The ids that a name begins with, before the sentence: `TURN-6 A1 stream fault 3 4 …`. */
const LEAD = /^(?:(?:[A-Z]{2,}-\d+|[A-Z]\d{1,2}(?:–[A-Z]\d{1,2})?|stream faults?|\d+[a-i]?) )+/;

const page = readFileSync(join(project, 'docs', 'requirements.md'), 'utf8');
const defined = new Set([...page.matchAll(/^\| ([A-Z]+-?\d+|fault \d+) \| .*\|$/gm)].map(([, id = '']) => id));
const named = new Map<string, string>();
for (const file of globSync('test/**/*.test.ts', { cwd: project })) {
  const source = readFileSync(join(project, file), 'utf8');
  for (const [, , name = ''] of source.matchAll(NAME))
    for (const id of idsOf(name)) named.set(id, `${file}: ${name.slice(0, 60)}`);
}

test('every id in the name of a test is defined in docs/requirements.md', () => {
  const undefinedIds = [...named].filter(([id]) => !defined.has(id));
  assert.deepEqual(Object.fromEntries(undefinedIds), {}, 'add a row for the id, or name the test by another');
});

test('every requirement is named by a test', () => {
  assert.deepEqual(
    [...defined].filter((id) => !named.has(id)),
    [],
    'a promise needs a proof: name it in a test, or take the row away',
  );
});

function idsOf(name: string): string[] {
  const lead = (LEAD.exec(name)?.[0] ?? '').replace(/\bUTF-8\b/, '');
  const faults = /stream faults? ((?:\d+[a-i]? )+)/.exec(lead)?.[1] ?? '';
  const numbers = faults.split(' ').filter((number) => number !== '');
  return [
    ...(lead.match(/[A-Z]{2,}-\d+|[A-Z]\d{1,2}/g) ?? []),
    ...numbers.map((number) => `fault ${Number.parseInt(number, 10)}`),
  ];
}
