/** What other agents call coder's tools: the one table that calls, hooks, agents' files and imported rules read. */

import { own } from '../base/own.ts';

interface OtherNames {
  /** The permission that covers the tool in coder's settings. */
  readonly permission: string;
  /** The name that hooks written for Claude know; absent if Claude has no such tool. */
  readonly claude?: string;
  /** Likewise for Gemini and Qwen. */
  readonly gemini?: string;
  /** Further names of the same tool, as other agents write them. */
  readonly also?: readonly string[];
  /** Tools of other agents that do part of this tool's work: agents' files may list them, but a call of one is not a call of this tool. */
  readonly parts?: readonly string[];
}

const OTHER_NAMES: Readonly<Record<string, OtherNames>> = {
  read: {
    permission: 'read',
    claude: 'Read',
    gemini: 'read_file',
    also: ['read_many_files', 'NotebookRead', 'view', 'view_file', 'open_file', 'cat'],
  },
  list: {
    permission: 'read',
    claude: 'LS',
    gemini: 'list_directory',
    also: ['ls', 'list_dir', 'list_files'],
  },
  glob: {
    permission: 'read',
    claude: 'Glob',
    gemini: 'glob',
    also: ['find_files', 'file_search', 'glob_file_search'],
  },
  grep: {
    permission: 'read',
    claude: 'Grep',
    gemini: 'search_file_content',
    also: ['rg', 'ripgrep', 'grep_search', 'search_files', 'grep_files'],
    parts: ['search'],
  },
  edit: {
    permission: 'edit',
    claude: 'Edit',
    gemini: 'replace',
    also: ['str_replace', 'edit_file', 'MultiEdit', 'multi_edit', 'replace_in_file', 'search_replace'],
  },
  write: {
    permission: 'edit',
    claude: 'Write',
    gemini: 'write_file',
    also: ['create_file', 'write_to_file'],
  },
  patch: {
    permission: 'edit',
    also: ['apply_patch'],
  },
  bash: {
    permission: 'bash',
    claude: 'Bash',
    gemini: 'run_shell_command',
    also: ['shell', 'ShellTool', 'local_shell', 'shell_command', 'run_terminal_cmd', 'execute_command', 'run_command'],
    parts: ['BashOutput', 'KillShell', 'KillBash'],
  },
  fetch: {
    permission: 'fetch',
    claude: 'WebFetch',
    gemini: 'web_fetch',
    also: ['fetch_url'],
  },
  todowrite: {
    permission: 'todo',
    claude: 'TodoWrite',
    gemini: 'write_todos',
    also: ['update_todos'],
    parts: ['TaskCreate', 'TaskUpdate'],
  },
  todoread: {
    permission: 'todo',
    parts: ['TaskList', 'TaskGet'],
  },
  question: {
    permission: 'question',
    claude: 'AskUserQuestion',
    gemini: 'ask_user',
    also: ['ask_user_question'],
  },
  memory: {
    permission: 'memory',
    also: ['save_memory'],
  },
  skill: {
    permission: 'skill',
    claude: 'Skill',
    gemini: 'activate_skill',
  },
  task: {
    permission: 'task',
    claude: 'Task',
    also: ['Agent', 'agent'],
  },
};

/** Tools of other agents that have no counterpart here. */
const WITHOUT_COUNTERPART = [
  'WebSearch',
  'google_web_search',
  'NotebookEdit',
  'ExitPlanMode',
  'EnterPlanMode',
  'SlashCommand',
  'LSP',
  'CodeSearch',
  'EnterWorktree',
  'ExitWorktree',
  'SendMessage',
  'ToolSearch',
  'Monitor',
];

/** The tools that other agents have too. */
export const SHARED_TOOLS: readonly string[] = Object.keys(OTHER_NAMES);

/** The names that hooks know for a tool. */
export function hookNames(tool: string): Pick<OtherNames, 'claude' | 'gemini'> & { also: readonly string[] } {
  const { claude, gemini, also = [] } = own(OTHER_NAMES, tool) ?? {};
  return { ...(claude !== undefined && { claude }), ...(gemini !== undefined && { gemini }), also };
}

/** The names that other agents give to a tool, which a model may therefore call. */
export function namesElsewhere(tool: string): string[] {
  const { claude = tool, gemini = tool, also } = hookNames(tool);
  return [...new Set([claude, gemini, ...also])].filter((name) => name !== tool);
}

/** The tool that a name means here, in any spelling; `undefined` if no agent uses the name for one of coder's tools. */
export function toolCalled(name: string): string | undefined {
  return SHARED_TOOLS.find((tool) => [tool, ...namesElsewhere(tool)].some((each) => isSame(each, name)));
}

/** The tool that does the work of the named one, or a part of it. */
export function toolDoing(name: string): string | undefined {
  return toolCalled(name) ?? SHARED_TOOLS.find((tool) => OTHER_NAMES[tool]?.parts?.some((each) => isSame(each, name)));
}

export function isWithoutCounterpart(name: string): boolean {
  return WITHOUT_COUNTERPART.some((each) => isSame(each, name));
}

/** The permission that covers a tool that other agents have too. */
export function permissionFor(tool: string): string | undefined {
  return own(OTHER_NAMES, tool)?.permission;
}

/** Agents differ in case and in what joins words. */
function isSame(name: string, other: string): boolean {
  return plain(name) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
