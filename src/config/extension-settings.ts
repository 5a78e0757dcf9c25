/** Settings for extensions: which parts of a project may be used, MCP servers, hooks. */

import { anything, integer, oneOf, optional, record, string, withDefault } from '../base/schema.ts';
import { hinted } from './hinted.ts';
import { hooksSchema } from './hook-settings.ts';
import { lower, project, setOnly } from './project-right.ts';
import { section } from './section.ts';

export const extensionSettings = {
  trust: section(
    {
      texts: project(
        setOnly('ask'),
        withDefault(
          oneOf(
            ['load', 'ask'],
            'When a text you trusted (AGENTS.md, a skill) has changed: load it and say so, or ask first.',
          ),
          'load',
        ),
      ),
    },
    'Which parts of a project may be used.',
  ),
  mcpServers: withDefault(
    record(
      anything(),
      'MCP servers by name: { "command": …, "args": […], "env": {…} } or { "url": …, "headers": {…} }.',
    ),
    {},
  ),
  hooks: withDefault(hooksSchema, {}),
  mcp: section(
    {
      tool_budget: project(
        lower,
        withDefault(
          integer('Tokens of servers’ tool definitions to send; beyond that, the model gets names and a search.', {
            min: 0,
            max: 1_000_000,
          }),
          2000,
        ),
      ),
      first_wait_ms: project(
        lower,
        withDefault(
          integer('How long a run without a terminal waits for a server it has never seen before.', {
            min: 0,
            max: 600_000,
          }),
          3000,
        ),
      ),
      sampling: project(
        setOnly('off'),
        withDefault(
          oneOf(
            ['off', 'ask'],
            'Whether a server may use the model: never, or ("ask") after you have seen its request; it counts towards the budget.',
          ),
          'off',
        ),
      ),
      client_metadata_url: optional(
        string('The https address of a description of this client, for logins without a registration.', {
          pattern: /^https:\/\/[^\s/]+/,
          ...hinted('secureAddress'),
        }),
      ),
    },
    'Tools of MCP servers.',
  ),
} as const;
