import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoderError } from '../../src/base/errors.ts';
import * as s from '../../src/base/schema.ts';
import { defineTool, executeTool } from '../../src/protocol/tool.ts';
import { toolContext } from '../fixtures/file-tools.ts';

function throwing(error: unknown) {
  return defineTool({
    name: 'broken',
    description: '',
    input: s.object({}),
    effect: 'none',
    permission: 'read',
    execute: async () => {
      throw error;
    },
    view: () => ({ title: '' }),
  });
}

test('TOOL an error thrown by a tool becomes the outcome of its call', async () => {
  const refusal = new CoderError('missing', 'no such file: a', { details: { nearest: 'b' } });
  assert.deepEqual(await executeTool(throwing(refusal), {}, toolContext()), {
    status: 'failed',
    error: 'no such file: a',
    result: { nearest: 'b' },
  });
  const bug = new TypeError('x is undefined');
  assert.deepEqual(await executeTool(throwing(bug), {}, toolContext()), {
    status: 'failed',
    error: 'broken: x is undefined',
  });
});

test('TOOL a call is cancelled whatever its tool throws after an abort', async () => {
  const signal = AbortSignal.abort();
  for (const error of [new CoderError('missing', 'no such file'), new Error('aborted')]) {
    const outcome = await executeTool(throwing(error), {}, toolContext('call', signal));
    assert.deepEqual(outcome, { status: 'cancelled', error: 'Cancelled.' });
  }
});
