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
  {
    name: 'compact',
    usage: '/compact [FOCUS|undo]',
    summary: 'summarise the older conversation now, or take that back',
  },
  { name: 'pin', usage: '/pin [TEXT]', summary: 'a note that no compaction takes away' },
  { name: 'cost', usage: '/cost', summary: 'tokens and money by model, and the context' },
  { name: 'usage', usage: '/usage', summary: 'as /cost' },
  { name: 'budget', usage: '/budget [LIMIT|off]', summary: 'what this session may spend: $2, 500k tokens, 30m' },
  { name: 'loop', usage: '/loop [on|off]', summary: 'whether turns that repeat themselves are stopped' },
  {
    name: 'permissions',
    usage: '/permissions [PRESET|why|revoke]',
    summary: 'the rules in force: show, switch, explain, take back',
  },
  { name: 'skills', usage: '/skills', summary: 'the skills the model can load' },
  { name: 'jobs', usage: '/jobs [ID|stop ID]', summary: 'commands in the background' },
  { name: 'terminals', usage: '/terminals [ID|kill ID]', summary: 'interactive programs' },
  { name: 'new', usage: '/new', summary: 'start an empty session' },
  { name: 'resume', usage: '/resume [ID]', summary: 'go on with an earlier session' },
  { name: 'sessions', usage: '/sessions', summary: 'the sessions of this directory' },
  { name: 'export', usage: '/export [html|md|json] [FILE]', summary: 'write this session to a file' },
  { name: 'init', usage: '/init', summary: 'have AGENTS.md written for this project' },
  { name: 'vim', usage: '/vim', summary: 'vim keys in the input line, on or off' },
  { name: 'mcp', usage: '/mcp', summary: 'MCP servers (none in this version)' },
  { name: 'exit', usage: '/exit', summary: 'leave' },
] as const;

export type CommandName = (typeof COMMAND_ROWS)[number]['name'];
