/** The built-in commands as `/help` and completion show them. */

export const COMMAND_ROWS = [
  { name: 'help', usage: '/help', summary: 'what can be typed' },
  { name: 'mode', usage: '/mode [NAME]', summary: 'show or switch the mode' },
  { name: 'model', usage: '/model [NAME]', summary: 'show or switch the model' },
  { name: 'tools', usage: '/tools', summary: 'the tools of this mode' },
  { name: 'todos', usage: '/todos', summary: 'the todo list' },
] as const;

export type CommandName = (typeof COMMAND_ROWS)[number]['name'];
