import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { toAtif } from '../../src/transcript/atif.ts';
import { richSession } from '../fixtures/rich-session.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const cost = { type: 'number', minimum: 0 };
const open = { type: 'object' };
const exactly = (required: string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items });

/** As strict as the format's own models, which reject unknown fields. */
const SCHEMA = exactly(['schema_version', 'session_id', 'agent', 'steps'], {
  schema_version: { enum: ['ATIF-v1.0', 'ATIF-v1.1', 'ATIF-v1.2', 'ATIF-v1.3', 'ATIF-v1.4', 'ATIF-v1.5'] },
  session_id: text,
  agent: exactly(['name', 'version'], {
    name: text,
    version: text,
    model_name: text,
    tool_definitions: list(open),
    extra: open,
  }),
  steps: {
    minItems: 1,
    ...list(
      exactly(['step_id', 'source', 'message'], {
        step_id: { type: 'integer', minimum: 1 },
        timestamp: text,
        source: { enum: ['system', 'user', 'agent'] },
        message: text,
        model_name: text,
        reasoning_effort: {},
        reasoning_content: text,
        tool_calls: list(
          exactly(['tool_call_id', 'function_name', 'arguments'], {
            tool_call_id: text,
            function_name: text,
            arguments: open,
          }),
        ),
        observation: exactly(['results'], {
          results: list(exactly(['source_call_id', 'content'], { source_call_id: text, content: text })),
        }),
        metrics: exactly([], {
          prompt_tokens: count,
          completion_tokens: count,
          cached_tokens: count,
          cost_usd: cost,
          extra: open,
        }),
        is_copied_context: { type: 'boolean' },
        extra: open,
      }),
    ),
  },
  notes: text,
  final_metrics: exactly([], {
    total_prompt_tokens: count,
    total_completion_tokens: count,
    total_cached_tokens: count,
    total_cost_usd: cost,
    total_steps: count,
    extra: open,
  }),
  continued_trajectory_ref: text,
  extra: open,
});

interface Trajectory {
  steps: {
    step_id: number;
    source: string;
    model_name?: string;
    tool_calls?: { tool_call_id: string; function_name: string }[];
    observation?: { results: { source_call_id: string }[] };
    metrics?: { cost_usd?: number };
  }[];
  final_metrics: {
    total_prompt_tokens: number;
    total_cached_tokens: number;
    total_cost_usd?: number;
    total_steps: number;
  };
}

function trajectory(
  entries: Parameters<typeof toAtif>[1],
  price?: { input: number; cached: number; output: number },
): Trajectory {
  const value = JSON.parse(toAtif('20261116-000000-abcd', entries, () => price)) as Trajectory;
  const validate = new Ajv().compile(SCHEMA);
  assert.ok(validate(value), JSON.stringify(validate.errors));
  value.steps.forEach(({ step_id, source, model_name, tool_calls, observation, metrics }, index) => {
    assert.equal(step_id, index + 1);
    if (source !== 'agent')
      assert.deepEqual([model_name, tool_calls, observation, metrics], [undefined, undefined, undefined, undefined]);
    const asked = new Set(tool_calls?.map(({ tool_call_id }) => tool_call_id));
    for (const { source_call_id } of observation?.results ?? []) assert.ok(asked.has(source_call_id));
  });
  return value;
}

const ANSWER = {
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Done.' }],
  usage: { input: 1000, output: 20, cached: 400 },
};

test('FLEET-7 a session becomes an ATIF trajectory: steps in order, results with their calls, tokens and cost', () => {
  const last = { id: 'z', at: 1, type: 'message', turn: 't', prompt: 'p', message: ANSWER };
  const entries = [...richSession(), last] as Parameters<typeof toAtif>[1];
  const { steps, final_metrics: final } = trajectory(entries, { input: 1, cached: 0.1, output: 10 });
  assert.deepEqual(
    steps.flatMap(({ tool_calls: calls = [], observation }) =>
      calls.map(({ function_name: name, tool_call_id: id }) => [
        name,
        observation?.results.some((each) => each.source_call_id === id),
      ]),
    ),
    [
      ['grep', true],
      ['edit', true],
      ['bash', true],
    ],
  );
  assert.deepEqual([final.total_prompt_tokens, final.total_cached_tokens], [1000, 400]);
  assert.equal(final.total_steps, steps.length);
  assert.equal(final.total_cost_usd, 0.00084);
  assert.equal(steps.at(-1)?.metrics?.cost_usd, 0.00084);
  assert.equal(trajectory(entries).final_metrics.total_cost_usd, undefined);
});

test('FLEET-7 an empty session, and results without a call, still give a valid trajectory', () => {
  assert.equal(trajectory([]).steps.length, 1);
  const at = 0;
  const message = (id: string, said: unknown) => ({ id, at, type: 'message', turn: 't', prompt: 'p', message: said });
  const odd = [message('1', { role: 'tool', callId: 'x', name: 'x', outcome: { status: 'ok', result: {} } })];
  assert.equal(trajectory(odd as never).steps.length, 1);
});

test('FLEET-7 a log edited by hand, with arguments that are not JSON, still becomes a trajectory', () => {
  const damaged = { type: 'call', call: { id: 'c9', name: 'read', arguments: '{"path": ' } };
  const message = { role: 'assistant', model: 'm', content: [damaged] };
  const entry = { id: 'z', at: 1, type: 'message', turn: 't', prompt: 'p', message };
  const { steps } = trajectory([entry] as Parameters<typeof toAtif>[1]);
  assert.equal(steps[0]?.tool_calls?.[0]?.function_name, 'read');
});
