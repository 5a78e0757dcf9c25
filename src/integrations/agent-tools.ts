/** Recognises tool names in agents' files, in coder's vocabulary or in that of another agent. */

/** Other agents' names for each tool, in lower case and without `_` and `-`. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  read: ['readfile', 'readmanyfiles', 'view', 'notebookread'],
  list: ['ls', 'listdirectory', 'listdir'],
  glob: ['findfiles'],
  grep: ['grepsearch', 'searchfilecontent', 'search'],
  edit: ['multiedit', 'replace'],
  write: ['writefile'],
  patch: ['applypatch'],
  bash: ['shell', 'runshellcommand', 'bashoutput', 'killshell', 'killbash'],
  fetch: ['webfetch'],
  todowrite: ['writetodos', 'taskcreate', 'taskupdate'],
  todoread: ['tasklist', 'taskget'],
  question: ['askuserquestion', 'askuser'],
  memory: ['savememory'],
  skill: ['activateskill'],
  task: ['agent'],
};
/** Tools of other agents that have no counterpart here. */
const WITHOUT_COUNTERPART = new Set([
  'websearch',
  'googlewebsearch',
  'notebookedit',
  'exitplanmode',
  'enterplanmode',
  'slashcommand',
  'lsp',
  'codesearch',
  'enterworktree',
  'exitworktree',
  'sendmessage',
  'toolsearch',
  'monitor',
]);

export type KnownTool = { tool: string } | 'all' | 'without-counterpart' | 'unknown';

/** `has`: true if coder has a tool of that name. `Bash(git:*)` counts as Bash; the rules decide which commands it may run. */
export function knownTool(written: string, has: (name: string) => boolean): KnownTool {
  const name = written.replace(/\(.*\)$/, '').trim();
  if (name === '*') return 'all';
  if (has(name)) return { tool: name };
  if (name.startsWith('mcp_')) return { tool: name }; // its server may not be known yet
  const key = name.toLowerCase().replaceAll(/[_-]/g, '');
  const found = Object.entries(NAMES).find(([own, others]) => own === key || others.includes(key));
  if (found) return has(found[0]) ? { tool: found[0] } : 'without-counterpart';
  return WITHOUT_COUNTERPART.has(key) ? 'without-counterpart' : 'unknown';
}
