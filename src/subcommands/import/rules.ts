/** Translates other agents' rules: restrictions are taken as they are, permissions only if coder would offer them itself. */

import { isWiderThanOffered } from '../../policy/scopes.ts';
import { type FoundKey, leave, take, type Verdict } from './found-key.ts';

const WIDER = 'wider than coder would offer';
/** Maps other agents' tools to the permission that covers them in coder. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  edit: 'edit',
  write: 'edit',
  multiedit: 'edit',
  notebookedit: 'edit',
  replace: 'edit',
  writefile: 'edit',
  webfetch: 'fetch',
  fetch: 'fetch',
  task: 'task',
  agent: 'task',
  todowrite: 'todo',
  skill: 'skill',
};
const READERS = new Set([
  'read',
  'glob',
  'grep',
  'ls',
  'readfile',
  'readmanyfiles',
  'listdirectory',
  'searchfilecontent',
]);
const SHELLS = new Set(['bash', 'shell', 'shelltool', 'runshellcommand']);

/** Rules such as `Bash(npm run test:*)`, `Edit`, `mcp__github__*`, `run_shell_command(git status)`. */
export function importRule(file: string, key: string, rule: string, verdict: Verdict): FoundKey {
  const [, tool = rule, inner] = /^([^()]+?)(?:\(([\s\S]*)\))?$/.exec(rule.trim()) ?? [];
  const name = tool.toLowerCase().replaceAll(/[_-]/g, '');
  const at = `${key} ${rule}`;
  if (SHELLS.has(name)) return importCommand(file, at, inner === undefined || inner === '*' ? '*' : inner, verdict);
  if (tool.startsWith('mcp__')) {
    const pattern = tool.split('__').length < 3 ? `${tool}__*` : tool;
    return take(file, at, ['permission', 'mcp', pattern], verdict);
  }
  if (inner !== undefined && inner !== '*') return leave(file, at, 'coder has no rules by path or address');
  if (READERS.has(name) && verdict === 'allow') return leave(file, at, 'reading is allowed already');
  const permission = READERS.has(name) ? 'read' : PERMISSIONS[name];
  return permission === undefined ? leave(file, at) : take(file, at, ['permission', permission], verdict);
}

/** `written` is in the other agent's form: `npm run test:*`, `git status *`, or without a wildcard. */
export function importCommand(file: string, key: string, written: string, verdict: Verdict): FoundKey {
  const plain = written.trim().replace(/\s+/g, ' ').replace(/:\*$/, ' *');
  const pattern = verdict === 'allow' ? plain.replace(/(?<=[^\s*])\*$/, ' *') : plain; // an allowed pattern may only get narrower
  if (/[;&|<>`$()\n]/.test(pattern)) return leave(file, key, 'it is more than one command');
  if (verdict === 'allow' && isWiderThanOffered(pattern)) return leave(file, key, WIDER);
  return take(file, key, ['permission', 'bash', pattern], verdict);
}
