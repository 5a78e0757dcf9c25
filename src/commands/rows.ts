/** The one table of built-in commands: how each is typed, what it is for, and where it is. */

import type { CommandRow } from './command.ts';

export const COMMAND_ROWS: readonly CommandRow[] = [
  {
    name: 'help',
    usage: '/help',
    summary: 'what can be typed',
    load: () => import('./help.ts'),
  },
  {
    name: 'mode',
    usage: '/mode [NAME]',
    summary: 'show or switch the mode',
    load: () => import('./mode.ts'),
  },
  {
    name: 'model',
    usage: '/model [NAME]',
    summary: 'show or switch the model',
    load: () => import('./model.ts'),
  },
  {
    name: 'tools',
    usage: '/tools',
    summary: 'the tools of this mode',
    load: () => import('./tools.ts'),
  },
  {
    name: 'todos',
    usage: '/todos',
    summary: 'the todo list',
    load: () => import('./todos.ts'),
  },
  {
    name: 'undo',
    usage: '/undo [N]',
    summary: 'take back what the last turn, or the last N, did to files',
    load: () => import('./undo.ts'),
  },
  {
    name: 'redo',
    usage: '/redo',
    summary: 'take the last undo back',
    load: () => import('./redo.ts'),
  },
  {
    name: 'diff',
    usage: '/diff [full|PATH]',
    summary: 'what changed since the session began',
    load: () => import('./diff.ts'),
  },
  {
    name: 'compact',
    usage: '/compact [FOCUS|undo]',
    summary: 'summarise the older conversation now, or take that back',
    load: () => import('./compact.ts'),
  },
  {
    name: 'pin',
    usage: '/pin [TEXT]',
    summary: 'a note that no compaction takes away',
    load: () => import('./pin.ts'),
  },
  {
    name: 'cost',
    usage: '/cost',
    summary: 'tokens and money by model, and the context',
    load: () => import('./cost.ts'),
  },
  {
    name: 'usage',
    usage: '/usage',
    summary: 'as /cost',
    load: () => import('./cost.ts'),
  },
  {
    name: 'budget',
    usage: '/budget [LIMIT|off]',
    summary: 'what this session may spend: $2, 500k tokens, 30m',
    load: () => import('./budget.ts'),
  },
  {
    name: 'loop',
    usage: '/loop [on|off]',
    summary: 'whether turns that repeat themselves are stopped',
    load: () => import('./loop.ts'),
  },
  {
    name: 'permissions',
    usage: '/permissions [PRESET|why|revoke]',
    summary: 'the rules in force: show, switch, explain, take back',
    load: () => import('./permissions.ts'),
  },
  {
    name: 'skills',
    usage: '/skills',
    summary: 'the skills the model can load',
    load: () => import('./skills.ts'),
  },
  {
    name: 'jobs',
    usage: '/jobs [ID|stop ID]',
    summary: 'commands in the background',
    load: () => import('./jobs.ts'),
  },
  {
    name: 'terminals',
    usage: '/terminals [ID|kill ID]',
    summary: 'interactive programs',
    load: () => import('./terminals.ts'),
  },
  {
    name: 'new',
    usage: '/new',
    summary: 'start an empty session',
    load: () => import('./new.ts'),
  },
  {
    name: 'resume',
    usage: '/resume [ID]',
    summary: 'go on with an earlier session',
    load: () => import('./resume.ts'),
  },
  {
    name: 'sessions',
    usage: '/sessions',
    summary: 'the sessions of this directory',
    load: () => import('./sessions.ts'),
  },
  {
    name: 'export',
    usage: '/export [html|md|json] [FILE]',
    summary: 'write this session to a file',
    load: () => import('./export.ts'),
  },
  {
    name: 'init',
    usage: '/init',
    summary: 'have AGENTS.md written for this project',
    load: () => import('./init.ts'),
  },
  {
    name: 'vim',
    usage: '/vim',
    summary: 'vim keys in the input line, on or off',
    load: () => import('./vim.ts'),
  },
  {
    name: 'mcp',
    usage: '/mcp',
    summary: 'MCP servers (none in this version)',
    load: () => import('./mcp.ts'),
  },
  {
    name: 'exit',
    usage: '/exit',
    summary: 'leave',
    load: () => import('./exit.ts'),
  },
];
