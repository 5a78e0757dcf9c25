/** The JSON Schema of the setting `hooks`, for editors. Wrong entries are reported where hooks are read, and the others still work. */

import { anything, type Schema } from '../base/schema.ts';
import { HOOK_EVENTS } from '../protocol/hooks.ts';

const hook = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['command', 'http'], default: 'command' },
    command: { type: 'string', description: 'A shell line; with args, a program.' },
    args: { type: 'array', items: { type: 'string' } },
    url: { type: 'string', description: 'For an http hook: the address the input is posted to.' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    allowedEnvVars: {
      type: 'array',
      items: { type: 'string' },
      description: 'Environment variables that headers may refer to as $NAME.',
    },
    timeout: { type: 'number', exclusiveMinimum: 0, description: 'Seconds.', default: 60 },
    if: { type: 'string', description: 'Only for calls that match this rule: Bash(git *).' },
    async: { type: 'boolean', description: 'Do not wait for it; its answer has no effect.' },
    on_failure: {
      type: 'string',
      enum: ['ask', 'open'],
      default: 'ask',
      description: 'If it gives no answer before a call: ask a person, or let the call pass.',
    },
  },
};
const groups = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      matcher: { type: 'string', description: 'Names of tools, or a regular expression; all tools if absent.' },
      hooks: { type: 'array', items: hook },
    },
    required: ['hooks'],
  },
};
const from = {
  type: 'array',
  items: { type: 'string', enum: ['claude', 'codex', 'qwen', 'gemini'] },
  description: 'Other agents whose hooks are read too: claude, codex, qwen, gemini; only in your own settings.',
};

export const hooksSchema: Schema<unknown> = {
  ...anything(),
  json: () => ({
    type: 'object',
    description: 'Commands that run on events: { "PreToolUse": [{ "matcher": "Bash", "hooks": […] }] }.',
    properties: { from },
    patternProperties: { [`^(?:${HOOK_EVENTS.join('|')})$`]: groups },
    additionalProperties: groups,
  }),
};
