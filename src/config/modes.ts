/** The one table of modes, agents and presets. */

import type { Agent, Mode } from '../protocol/mode.ts';
import type { Preset } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** A preset as a row of the table. */
export interface PresetRow extends Preset {
  /** What the user's own rules may do to the preset: `strict` only gets stricter, `open` keeps what it allows. */
  leans?: 'strict' | 'open';
  /** Server tools that the user's own rules allow are allowed here too, although the preset leans strict. */
  serversByRule?: true;
}

/** Off by default, because the todo list is in the conversation and bash can commit; for custom modes whose work is to commit. */
const RARELY_USED: readonly string[] = ['todoread', 'git_add', 'git_commit'];

export const MODES: readonly Mode[] = [
  {
    name: 'build',
    agent: 'build',
    preset: 'build',
    off: ['todowrite', ...RARELY_USED],
    attended: ['question'],
    verify: 'always',
  },
  {
    name: 'plan',
    agent: 'plan',
    preset: 'plan',
    off: ['edit', 'write', 'patch', 'lsp_rename', ...RARELY_USED],
    onlyReads: true,
    network: 'none',
    verify: 'never',
  },
  {
    name: 'default',
    agent: 'build',
    preset: 'balanced',
    off: RARELY_USED,
    attended: ['question'],
    verify: 'when-asked',
  },
  {
    name: 'auto-edit',
    agent: 'build',
    preset: 'auto-edit',
    off: RARELY_USED,
    attended: ['question'],
    verify: 'always',
  },
  {
    name: 'yolo',
    agent: 'build',
    preset: 'yolo',
    off: RARELY_USED,
    attended: ['question'],
    network: 'open',
    verify: 'always',
  },
];

export const AGENTS: readonly Agent[] = [
  {
    name: 'build',
    summary: 'Changes the project and checks the change',
    kind: 'primary',
    off: [],
    prompt:
      'Your job: deliver the change. Work until it is done and checked, then say what you changed and how you know that it works.',
  },
  {
    name: 'plan',
    summary: 'Studies the project and proposes a plan',
    kind: 'primary',
    off: [],
    prompt:
      'Your job: plan, change nothing. Study the code, ask with the question tool where a decision is the user’s, then give a plan: goal, steps with the files they touch, risks, how to verify.',
  },
  {
    name: 'general',
    summary: 'Does a self-contained piece of work',
    kind: 'sub',
    off: [],
    prompt:
      'You are a sub-agent with one objective and nobody to ask. Finish it, then report what you did, the files you changed, what you checked and what is open.',
  },
  {
    name: 'explore',
    summary: 'Searches the project and reports, read-only',
    kind: 'sub',
    only: [
      'read',
      'list',
      'glob',
      'grep',
      'git_status',
      'git_diff',
      'git_log',
      'lsp_diagnostics',
      'lsp_definition',
      'lsp_hover',
      'lsp_references',
      'lsp_symbols',
    ],
    off: [],
    prompt:
      'You are a read-only sub-agent that searches and reports. Search widely, read what matters, then answer with findings as path:line and a short conclusion. Say what you did not find.',
    maxSteps: 30,
  },
];

/** Permissions that are allowed where a rule would ask; a rule that refuses them still applies. */
export const NEVER_ASKS: readonly string[] = ['skill'];

/** Permissions that change nothing outside the conversation. */
const HARMLESS: Record<string, Verdict> = { read: 'allow', todo: 'allow', question: 'allow', skill: 'allow' };
const ASKING: Record<string, Verdict> = { ...HARMLESS, '*': 'ask', task: 'allow' };

export const PRESETS: readonly PresetRow[] = [
  { name: 'strict', rules: { ...HARMLESS, '*': 'ask' }, bash: { '*': 'ask' }, readOnlyRuns: false, leans: 'strict' },
  { name: 'balanced', rules: { ...ASKING }, bash: { '*': 'ask' }, readOnlyRuns: true },
  { name: 'build', rules: { ...ASKING }, bash: { '*': 'ask' }, readOnlyRuns: true },
  {
    name: 'plan',
    rules: { ...ASKING, edit: 'deny', git: 'deny', fetch: 'allow' }, // sending, or fetching a private address, asks separately
    bash: { '*': 'ask' },
    mcp: { '*': 'deny' },
    readOnlyRuns: true,
    leans: 'strict',
    serversByRule: true,
  },
  { name: 'auto-edit', rules: { ...ASKING, edit: 'allow' }, bash: { '*': 'ask' }, readOnlyRuns: true, leans: 'open' },
  {
    name: 'yolo',
    rules: { '*': 'allow' },
    bash: { '*': 'allow' },
    bashSkipsChecks: true,
    readOnlyRuns: true,
    leans: 'open',
  },
];
