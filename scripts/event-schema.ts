/** The events of stream-json as a schema: what the JSON Schema is generated from and the contract test checks. */

import * as s from '../src/base/schema.ts';
import type { Stamped } from '../src/protocol/event.ts';

const stamp = {
  seq: s.integer('Counts from 0, without gaps.'),
  at: s.integer('Milliseconds since 1970.'),
  agent: s.optional(s.string('The sub-agent it comes from; absent for the main one.')),
};

const usage = s.object({
  input: s.integer('Tokens sent, cached ones included.'),
  output: s.integer(),
  cached: s.integer('The part of input that came from a cache.'),
});

const call = s.object({
  id: s.string(),
  name: s.string(),
  arguments: s.string('JSON text of one object.'),
  problem: s.optional(s.string('Why it does not run.')),
});

const image = s.object({ type: s.literal('image'), mimeType: s.string(), data: s.string('Base64.') });

const todo = s.object({ content: s.string(), status: s.oneOf(['pending', 'in_progress', 'completed']) });

const outcome = s.tagged('status', {
  ok: s.object({ status: s.literal('ok'), result: s.record(s.anything()), images: s.optional(s.array(image)) }),
  ...Object.fromEntries(
    (['failed', 'denied', 'cancelled'] as const).map((status) => [
      status,
      s.object({ status: s.literal(status), error: s.string(), result: s.optional(s.record(s.anything())) }),
    ]),
  ),
});

const text = s.object({ type: s.oneOf(['text', 'markdown']), text: s.string() });
const block = s.tagged('type', {
  text,
  markdown: text,
  diff: s.object({ type: s.literal('diff'), diff: s.string('Unified diff.') }),
  terminal: s.object({
    type: s.literal('terminal'),
    stdout: s.string(),
    stderr: s.string(),
    exitCode: s.either(s.integer(), s.literal(null)),
  }),
  list: s.object({ type: s.literal('list'), items: s.array(s.string()) }),
  todos: s.object({ type: s.literal('todos'), items: s.array(todo) }),
});

const view = s.object({ title: s.string(), body: s.optional(s.array(block)) }, 'What to draw.');

const part = s.tagged('type', {
  text: s.object({ type: s.literal('text'), text: s.string() }),
  thinking: s.object({ type: s.literal('thinking'), text: s.string(), signature: s.optional(s.string()) }),
  image,
  call: s.object({ type: s.literal('call'), call }),
});

const message = s.tagged('role', {
  user: s.object({ role: s.literal('user'), content: s.array(part), by: s.optional(s.literal('coder')) }),
  assistant: s.object({
    role: s.literal('assistant'),
    content: s.array(part),
    model: s.string(),
    usage: s.optional(usage),
    interrupted: s.optional(s.literal(true)),
    raw: s.optional(s.object({ protocol: s.string(), blocks: s.anything() })),
  }),
  tool: s.object({ role: s.literal('tool'), callId: s.string(), name: s.string(), outcome }),
  note: s.object({
    role: s.literal('note'),
    text: s.string(),
    audience: s.oneOf(['user', 'both']),
    pinned: s.optional(s.literal(true)),
  }),
});

const reason = s.object({
  code: s.string(),
  text: s.string(),
  risk: s.boolean('Takes yes or no only.'),
  part: s.optional(s.string()),
  span: s.optional(s.array(s.integer())),
});

const scope = s.object({ permission: s.string(), pattern: s.optional(s.string()) });

const question = s.object({
  question: s.string(),
  options: s.array(s.object({ label: s.string(), description: s.optional(s.string()) })),
});

const request = s.tagged('kind', {
  approval: s.object({
    kind: s.literal('approval'),
    id: s.string(),
    call,
    view,
    reasons: s.array(reason),
    choices: s.array(s.oneOf(['yes', 'no', 'always'])),
    scopes: s.array(scope),
    covered: s.optional(s.array(s.array(s.string()))),
    parts: s.optional(s.array(s.string())),
    radius: s.optional(
      s.object({
        files: s.integer(),
        bytes: s.integer(),
        isPartial: s.boolean('There are more: time was up.'),
        top: s.array(s.object({ folder: s.string(), files: s.integer() })),
        outside: s.array(s.string()),
        unknown: s.array(s.string('Only known when it runs.')),
      }),
    ),
  }),
  questions: s.object({ kind: s.literal('questions'), id: s.string(), questions: s.array(question) }),
  pick: s.object({
    kind: s.literal('pick'),
    id: s.string(),
    title: s.string(),
    options: s.array(s.string()),
    isYesNo: s.optional(s.literal(true)),
  }),
});

const change = s.object({
  session: s.optional(s.object({ id: s.string(), title: s.optional(s.string()) })),
  mode: s.optional(s.string()),
  model: s.optional(s.string()),
  context: s.optional(s.object({ tokens: s.integer(), estimated: s.boolean(), limit: s.integer() })),
  todos: s.optional(s.array(todo)),
});

const hand = s.oneOf(['person', 'model']);
const color = s.either(s.integer('One of the 256 colours.'), s.string('#rrggbb'));
const run = s.object({
  text: s.string(),
  color: s.optional(color),
  background: s.optional(color),
  style: s.optional(s.array(s.oneOf(['bold', 'dim', 'italic', 'underline', 'inverse', 'hidden', 'struck']))),
});
const screen = s.object({
  columns: s.integer(),
  rows: s.integer(),
  lines: s.array(s.array(run), 'Every row, as runs of one look.'),
  cursor: s.optional(s.object({ row: s.integer('Counted from 0.'), column: s.integer() })),
  back: s.integer('Rows the view is scrolled back.'),
  scrollback: s.integer('Rows it can be scrolled back.'),
  alternate: s.boolean('A full-screen program.'),
  hidden: s.boolean('What is typed is not shown: a password.'),
  typed: s.optional(hand),
  applicationCursor: s.boolean(),
  bracketedPaste: s.boolean(),
  mouse: s.oneOf(['none', 'click', 'drag', 'any']),
  mouseEncoding: s.oneOf(['plain', 'sgr']),
});

export const eventSchema: s.Schema<Stamped> = s.tagged('type', {
  'turn-start': event('turn-start', { turn: s.string(), prompt: s.string(), input: s.string() }),
  'turn-end': event('turn-end', {
    turn: s.string(),
    reason: s.oneOf(['answered', 'cancelled', 'step-limit', 'turn-limit', 'budget', 'failed']),
    usage,
    error: s.optional(s.string()),
    refused: s.optional(s.literal(true)),
    jobs: s.optional(s.array(s.string('Commands in the background that still run after a cancel.'))),
  }),
  'text-delta': event('text-delta', { text: s.string() }),
  'thinking-delta': event('thinking-delta', { text: s.string() }),
  'message-end': event('message-end', { message }),
  'call-start': event('call-start', { call, view }),
  'call-output': event('call-output', { callId: s.string(), stream: s.oneOf(['stdout', 'stderr']), text: s.string() }),
  'call-end': event('call-end', { callId: s.string(), outcome, view, durationMs: s.integer() }),
  'request-start': event('request-start', { request }),
  'request-end': event('request-end', { id: s.string(), answer: s.record(s.anything()) }),
  retry: event('retry', {
    attempt: s.integer(),
    of: s.integer(),
    delayMs: s.integer(),
    reason: s.string(),
    discarded: s.boolean('What the failed attempt had streamed is withdrawn.'),
  }),
  compaction: event('compaction', {
    by: s.oneOf(['model', 'rules', 'prune', 'trim']),
    before: s.integer('Tokens of the context.'),
    after: s.integer(),
    summary: s.optional(s.string('What stands for the older part now.')),
  }),
  'state-change': event('state-change', { change }),
  notice: event('notice', { level: s.oneOf(['info', 'warn', 'error']), view }),
  'terminal-start': event('terminal-start', {
    id: s.string(),
    command: s.string(),
    by: hand,
    share: s.oneOf(['all', 'redact', 'none'], 'What of the person’s typing the model gets.'),
    columns: s.integer(),
    rows: s.integer(),
  }),
  'terminal-screen': event('terminal-screen', { id: s.string(), screen }),
  'terminal-end': event('terminal-end', {
    id: s.string(),
    exitCode: s.integer(),
    durationMs: s.integer(),
    text: s.string('The last screen.'),
  }),
});

function event(type: string, fields: Record<string, s.Schema<unknown>>): s.Schema<unknown> {
  return s.object({ type: s.literal(type), ...fields, ...stamp });
}
