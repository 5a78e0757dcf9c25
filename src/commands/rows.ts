/** The built-in commands as `/help` and completion show them. */

export const COMMAND_ROWS = [
  { name: 'help', usage: '/help', summary: 'what can be typed' },
  { name: 'mode', usage: '/mode [NAME]', summary: 'show or switch the mode' },
  { name: 'model', usage: '/model [NAME]', summary: 'show or switch the model' },
  { name: 'tools', usage: '/tools', summary: 'the tools of this mode' },
  { name: 'todos', usage: '/todos', summary: 'the todo list' },
  { name: 'undo', usage: '/undo [N]', summary: 'take back what the last turn, or the last N, did to files' },
  { name: 'redo', usage: '/redo', summary: 'take the last undo back' },
  { name: 'diff', usage: '/diff [full|PATH]', summary: 'what changed since the session began' },
] as const;

export type CommandName = (typeof COMMAND_ROWS)[number]['name'];
