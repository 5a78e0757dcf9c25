import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemsOf, unknownKeywords } from '../../src/base/json-value-schema.ts';

const schemas = [
  {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['n'],
    additionalProperties: false,
  },
  { type: 'array', items: { type: 'string', minLength: 1, maxLength: 3 }, minItems: 1, maxItems: 2, uniqueItems: true },
  { anyOf: [{ type: 'null' }, { enum: ['a', { b: 1 }] }] },
  { oneOf: [{ type: 'number' }, { const: 2 }] },
  { allOf: [{ type: ['string', 'null'] }, { not: { const: 'no' } }] },
  {
    $defs: {
      tree: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/tree' } },
        additionalProperties: { type: 'boolean' },
      },
    },
    $ref: '#/$defs/tree',
  },
];
const values = [
  null,
  0,
  2,
  5,
  9.5,
  'a',
  'no',
  '',
  'long',
  [],
  ['a'],
  ['a', 'a'],
  ['a', 'b', 'c'],
  [1],
  {},
  { n: 5 },
  { n: 0 },
  { n: 5, x: 1 },
  { b: 1 },
  { next: { next: {} } },
  { next: { x: 1 } },
  true,
];

test('FLEET-1 values are judged like a full validator judges them', () => {
  const ajv = new Ajv2020({ strict: false });
  for (const schema of schemas)
    for (const value of values)
      assert.equal(
        problemsOf(value, schema).length === 0,
        ajv.validate(schema, value),
        JSON.stringify([schema, value, problemsOf(value, schema)]),
      );
});

test('FLEET-1 an unknown keyword is reported with its path', () => {
  assert.deepEqual(unknownKeywords({ type: 'object', properties: { a: { pattern: '(a+)+' } }, if: {} }), [
    '/properties/a/pattern',
    '/if',
  ]);
  assert.deepEqual(unknownKeywords({ items: 3 }), ['/items: not a schema']);
  assert.deepEqual(problemsOf({ a: 1 }, { $ref: 'http://example.org/x' }), [
    '/: http://example.org/x cannot be resolved',
  ]);
});
