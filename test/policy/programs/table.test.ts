import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPrograms, FAMILIES, programNamed } from '../../../src/policy/programs/table.ts';

test('a program has one row, in one family, and is found by its name', () => {
  const names = FAMILIES.flatMap((family) => Object.keys(family()));
  assert.ok(names.length > 600);
  assert.deepEqual(names.toSorted(), Object.keys(allPrograms()).toSorted());
  for (const name of names) assert.equal(programNamed(name), allPrograms()[name]);
  assert.equal(programNamed('constructor'), undefined);
});
