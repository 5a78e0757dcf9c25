import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, integer, object, oneOf, optional, string, unlisted } from '../../src/base/schema.ts';
import { sentSchema } from '../../src/core/sent-schema.ts';

test('MDL-4 a schema is sent without keywords that only the check needs, but with arguments named like one', () => {
  const input = object({
    pattern: string('regex'),
    maximum: optional(integer(undefined, { min: 1, max: 9 })),
    revision: optional(string('Commit', { pattern: /^[^-]/ })),
    old: optional(unlisted(integer())),
    list: array(object({ show: oneOf(['a', 'b']) })),
  });
  assert.deepEqual(sentSchema(input.json()), {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'regex' },
      maximum: { type: 'integer' },
      revision: { type: 'string', description: 'Commit' },
      list: {
        type: 'array',
        items: { type: 'object', properties: { show: { type: 'string', enum: ['a', 'b'] } }, required: ['show'] },
      },
    },
    required: ['pattern', 'list'],
  });
});
