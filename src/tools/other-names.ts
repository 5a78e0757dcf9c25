/** The names other agents use for these tools: a model trained on them may use those too. */

export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  read: ['read_file', 'view', 'view_file', 'open_file', 'cat'],
  list: ['ls', 'list_dir', 'list_directory', 'list_files'],
  glob: ['find_files', 'file_search', 'glob_file_search'],
  grep: ['rg', 'ripgrep', 'grep_search', 'search_files', 'search_file_content', 'grep_files'],
  edit: ['str_replace', 'edit_file', 'multi_edit', 'replace', 'replace_in_file', 'search_replace'],
  write: ['write_file', 'create_file', 'write_to_file'],
  patch: ['apply_patch'],
  bash: [
    'shell',
    'local_shell',
    'shell_command',
    'run_shell_command',
    'run_terminal_cmd',
    'execute_command',
    'run_command',
  ],
  fetch: ['web_fetch', 'fetch_url'],
  todowrite: ['update_todos', 'write_todos'],
  question: ['ask_user_question', 'ask_user'],
  memory: ['save_memory'],
  task: ['agent'],
};
