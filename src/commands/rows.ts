/** The one table of built-in commands: how each is typed and where it is; the words say what it is for. */

import type { CommandRow } from './command.ts';

export const COMMAND_ROWS: readonly CommandRow[] = [
  { name: 'help', usage: '/help', load: () => import('./help.ts') },
  { name: 'mode', usage: '/mode [NAME]', load: () => import('./mode.ts') },
  { name: 'model', usage: '/model [NAME]', load: () => import('./model.ts') },
  { name: 'tools', usage: '/tools', load: () => import('./tools.ts') },
  { name: 'todos', usage: '/todos', load: () => import('./todos.ts') },
  { name: 'undo', usage: '/undo [N]', load: () => import('./undo.ts') },
  { name: 'redo', usage: '/redo', load: () => import('./redo.ts') },
  { name: 'diff', usage: '/diff [all] [full|PATH]', load: () => import('./diff.ts') },
  { name: 'compact', usage: '/compact [FOCUS|undo]', load: () => import('./compact.ts') },
  { name: 'pin', usage: '/pin [TEXT]', load: () => import('./pin.ts') },
  { name: 'cost', usage: '/cost', load: () => import('./cost.ts') },
  { name: 'usage', usage: '/usage', load: () => import('./cost.ts') },
  { name: 'budget', usage: '/budget [LIMIT|off]', load: () => import('./budget.ts') },
  { name: 'loop', usage: '/loop [on|off]', load: () => import('./loop.ts') },
  { name: 'permissions', usage: '/permissions [PRESET|why|revoke]', load: () => import('./permissions.ts') },
  { name: 'trust', usage: '/trust [show|diff|add|revoke]', load: () => import('./trust.ts') },
  { name: 'skills', usage: '/skills', load: () => import('./skills.ts') },
  { name: 'jobs', usage: '/jobs [ID|stop ID]', load: () => import('./jobs.ts') },
  { name: 'terminals', usage: '/terminals [ID|kill ID]', load: () => import('./terminals.ts') },
  { name: 'new', usage: '/new', load: () => import('./new.ts') },
  { name: 'resume', usage: '/resume [ID]', load: () => import('./resume.ts') },
  { name: 'sessions', usage: '/sessions', load: () => import('./sessions.ts') },
  { name: 'export', usage: '/export [html|md|json] [FILE]', load: () => import('./export.ts') },
  { name: 'init', usage: '/init', load: () => import('./init.ts') },
  { name: 'vim', usage: '/vim' },
  { name: 'style', usage: '/style [compact|full]' },
  { name: 'mcp', usage: '/mcp', load: () => import('./mcp.ts') },
  { name: 'exit', usage: '/exit' },
];
