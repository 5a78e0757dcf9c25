/** Settings that add or change rows of the tables: permissions, presets, agents and modes. */

import {
  array,
  boolean,
  type Infer,
  integer,
  isPlainObject,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
} from '../base/schema.ts';
import { NETWORKS } from '../protocol/sandbox.ts';
import type { Verdict } from '../protocol/verdict.ts';

const verdict = oneOf(['allow', 'ask', 'deny'], 'allow: runs. ask: you are asked. deny: refused.');
const bashPatterns = record(
  verdict,
  'By pattern, matched against the parsed command; "*" is the baseline and the longest match wins, e.g. {"*": "ask", "git push *": "deny"}.',
);
const serverPatterns = record(
  verdict,
  'By pattern, matched against tool names; the longest match wins, e.g. {"mcp__github__*": "allow", "mcp__github__delete_repo": "deny"}.',
);
const toolNames = (description: string) => optional(array(string(), description));

/** One row per permission that some tool uses: a row that no tool reads would be a rule that silently does nothing. */
const rows = {
  '*': row('Anything without a row of its own.'),
  read: row('Reading, listing and searching files, and the state of git.'),
  edit: row('Changing files: write, edit and patch.'),
  git: row('Staging and committing.'),
  fetch: row('Fetching from the network.'),
  network: row('Connections of commands in a sandbox, by host.'),
  task: row('Starting a sub-agent.'),
  skill: row('Loading a skill: only deny has an effect; loading never asks.'),
  memory: row('Remembering a fact for later sessions.'),
  todo: row('Reading and writing the todo list.'),
  question: row('Asking you a question.'),
};

export const permissionSchema = object(
  { ...rows, bash: optional(verdictOrPatterns()), mcp: optional(verdictOrServerPatterns()) },
  'Your own rules, on top of the preset of every mode. They can only make the presets plan and strict stricter; auto-edit and yolo keep what they allow unless a rule denies it.',
);
export type PermissionSettings = Infer<typeof permissionSchema>;

const presetSchema = object({
  rules: optional(object(rows, 'By permission.')),
  bash: optional(bashPatterns),
  mcp: optional(serverPatterns),
  read_only_runs: optional(boolean('Run commands proved to be read-only without asking.')),
  bash_skips_checks: optional(boolean('Run commands without policy and risk checks, as in yolo.')),
});
export const presetsSchema = record(
  presetSchema,
  'Permission presets by name: new ones, or changes to the built-in ones.',
);
export type PresetSettings = Infer<typeof presetSchema>;

const agentSchema = object({
  summary: optional(string('What it is for, in one line.')),
  kind: optional(oneOf(['primary', 'sub'], 'Sub-agents are run by the task tool; primary ones never are.')),
  only: toolNames('The only tools it has; all if absent.'),
  off: toolNames('Tools it does not have.'),
  prompt: optional(string('What the system prompt says about its job.')),
  model: optional(string('The model it uses instead of the current one.')),
  max_steps: optional(integer('Maximum model calls in one turn.', { min: 1, max: 10_000 })),
});
export const agentsSchema = record(agentSchema, 'Agents by name: new ones, or changes to the built-in ones.');

const modeSchema = object({
  summary: optional(string('What it is for, in one line.')),
  agent: optional(string('The agent that works in it.')),
  preset: optional(string('The permission preset in force.')),
  off: toolNames('Tools it turns off, in addition to those the agent lacks.'),
  network: optional(
    oneOf(
      NETWORKS,
      'What commands in a sandbox can reach. none: nothing. hosts: allowed hosts; you are asked about any other. open: every public host.',
    ),
  ),
  verify: optional(
    oneOf(['always', 'when-asked', 'never'], 'Whether changes are verified by the project’s own check.'),
  ),
});
export const modesSchema = record(modeSchema, 'Modes by name: new ones, or changes to the built-in ones.');

function row(description: string): Schema<Verdict | undefined> {
  return optional({ ...verdict, json: () => ({ ...verdict.json(), description }) });
}

function verdictOrPatterns(): Schema<Verdict | Record<string, Verdict>> {
  return {
    json: () => ({
      description: 'Running commands: one verdict, or verdicts by pattern.',
      anyOf: [verdict.json(), bashPatterns.json()],
    }),
    check: (value, path, issues) => (isPlainObject(value) ? bashPatterns : verdict).check(value, path, issues),
  };
}

function verdictOrServerPatterns(): Schema<Verdict | Record<string, Verdict>> {
  return {
    json: () => ({
      description: 'Tools of MCP servers: one verdict, or verdicts by pattern (mcp__github__*).',
      anyOf: [verdict.json(), serverPatterns.json()],
    }),
    check: (value, path, issues) => (isPlainObject(value) ? serverPatterns : verdict).check(value, path, issues),
  };
}
