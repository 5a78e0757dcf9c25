/** Where each built-in command is; a module loads when its command is used. */

import type { Command } from '../protocol/command.ts';
import type { CommandName } from './rows.ts';

export const loaders: Readonly<Record<CommandName, () => Promise<{ default: Command }>>> = {
  help: () => import('./help.ts'),
  mode: () => import('./mode.ts'),
  model: () => import('./model.ts'),
  tools: () => import('./tools.ts'),
  todos: () => import('./todos.ts'),
  undo: () => import('./undo.ts'),
  redo: () => import('./redo.ts'),
  diff: () => import('./diff.ts'),
  compact: () => import('./compact.ts'),
  pin: () => import('./pin.ts'),
  cost: () => import('./cost.ts'),
  usage: () => import('./cost.ts'),
  budget: () => import('./budget.ts'),
  loop: () => import('./loop.ts'),
  permissions: () => import('./permissions.ts'),
  skills: () => import('./skills.ts'),
  jobs: () => import('./jobs.ts'),
  terminals: () => import('./terminals.ts'),
  new: () => import('./new.ts'),
  resume: () => import('./resume.ts'),
  sessions: () => import('./sessions.ts'),
  export: () => import('./export.ts'),
  init: () => import('./init.ts'),
  vim: () => import('./vim.ts'),
  mcp: () => import('./mcp.ts'),
  exit: () => import('./exit.ts'),
};
