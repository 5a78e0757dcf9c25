/** The built-in commands: name, usage and summary beside the loader, so that /help loads none of them. */

import type { Command } from '../protocol/command.ts';

export interface CommandRow {
  name: string;
  usage: string;
  summary: string;
  load(): Promise<Command>;
}

export const commands: readonly CommandRow[] = [
  { name: 'help', usage: '/help', summary: 'what can be typed', load: async () => (await import('./help.ts')).default },
  {
    name: 'mode',
    usage: '/mode [NAME]',
    summary: 'show or switch the mode',
    load: async () => (await import('./mode.ts')).default,
  },
  {
    name: 'model',
    usage: '/model [NAME]',
    summary: 'show or switch the model',
    load: async () => (await import('./model.ts')).default,
  },
  {
    name: 'tools',
    usage: '/tools',
    summary: 'the tools of this mode',
    load: async () => (await import('./tools.ts')).default,
  },
  { name: 'todos', usage: '/todos', summary: 'the todo list', load: async () => (await import('./todos.ts')).default },
];
