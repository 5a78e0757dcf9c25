/** What schemas guarantee at compile time: `tsc` fails here if a wrong schema compiles. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../../src/base/schema.ts';

type Shape = { kind: 'circle'; radius: number } | { kind: 'line'; to?: string };

const circle = s.object({ kind: s.literal('circle'), radius: s.number() });
const line = s.object({ kind: s.literal('line'), to: s.optional(s.string()) });

test('a union is inferred from its options and checked by its tag', () => {
  const shape = s.exactly<Shape>()(s.tagged('kind', { circle, line }));
  assert.deepEqual(s.parse(shape, { kind: 'circle', radius: 2 }), { ok: true, value: { kind: 'circle', radius: 2 } });
  const wrong = s.parse(shape, { kind: 'square' });
  assert.equal(wrong.ok ? '' : s.explain(wrong.issues), 'kind: expected one of circle, line, got "square"');
});

test('a schema that does not describe its type does not compile', () => {
  const exactly = s.exactly<Shape>();
  const misspelt = s.object({ kind: s.literal('cirlce'), radius: s.number() });
  // @ts-expect-error an option whose tag is not its name
  s.tagged('kind', { circle: misspelt, line });
  // @ts-expect-error a literal the type does not have
  exactly(s.tagged('kind', { cirlce: misspelt, line }));
  // @ts-expect-error a field the type does not have
  exactly(s.tagged('kind', { circle: s.object({ ...circleFields, colour: s.string() }), line }));
  // @ts-expect-error nor as an optional one
  exactly(s.tagged('kind', { circle: s.object({ ...circleFields, colour: s.optional(s.string()) }), line }));
  // @ts-expect-error a field of the type is missing
  exactly(s.tagged('kind', { circle, line: s.object({ kind: s.literal('line') }) }));
  // @ts-expect-error required here, optional in the type
  exactly(s.tagged('kind', { circle, line: s.object({ kind: s.literal('line'), to: s.string() }) }));
  // @ts-expect-error a whole option is missing
  exactly(s.tagged('kind', { circle }));
});

test('a pair accepts exactly two values', () => {
  const span = s.pair(s.integer());
  assert.deepEqual(s.parse(span, [1, 2]), { ok: true, value: [1, 2] });
  const wrong = s.parse(span, [1]);
  assert.equal(wrong.ok ? '' : wrong.issues[0]?.message, 'expected two values, got a list');
});

const circleFields = { kind: s.literal('circle'), radius: s.number() };
