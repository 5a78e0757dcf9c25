/** Translates other agents' rules: restrictions are taken as they are, permissions only if coder would offer them itself. */

import { isWiderThanOffered } from '../../policy/scopes.ts';
import { permissionFor, toolCalled } from '../../protocol/other-agents.ts';
import { COMMANDS, SERVERS } from '../../protocol/permission.ts';
import { isServerTool, isWholeServer, toolsOfServer } from '../../protocol/server-names.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { type FoundKey, leave, take } from './found-key.ts';
import { why } from './why.ts';

/** Rules such as `Bash(npm run test:*)`, `Edit`, `mcp__github__*`, `run_shell_command(git status)`. */
export function importRule(file: string, key: string, rule: string, verdict: Verdict): FoundKey {
  const [, tool = rule, inner] = /^([^()]+?)(?:\(([\s\S]*)\))?$/.exec(rule.trim()) ?? [];
  const permission = permissionOf(tool);
  const at = `${key} ${rule}`;
  if (permission === COMMANDS)
    return importCommand(file, at, inner === undefined || inner === '*' ? '*' : inner, verdict);
  if (isServerTool(tool)) {
    const pattern = isWholeServer(tool) ? toolsOfServer(tool) : tool;
    return take(file, at, ['permission', SERVERS, pattern], verdict);
  }
  if (inner !== undefined && inner !== '*') return leave(file, at, why('noPathRules'));
  if (permission === 'read' && verdict === 'allow') return leave(file, at, why('readingAllowed'));
  return permission === undefined ? leave(file, at) : take(file, at, ['permission', permission], verdict);
}

function permissionOf(tool: string): string | undefined {
  if (/^notebook_?edit$/i.test(tool)) return 'edit'; // coder has no notebooks, but its edits reach their files
  const ours = toolCalled(tool);
  return ours === undefined ? undefined : permissionFor(ours);
}

/** `written` is in the other agent's form: `npm run test:*`, `git status *`, or without a wildcard. */
export function importCommand(file: string, key: string, written: string, verdict: Verdict): FoundKey {
  const plain = written.trim().replace(/\s+/g, ' ').replace(/:\*$/, ' *');
  const pattern = verdict === 'allow' ? plain.replace(/(?<=[^\s*])\*$/, ' *') : plain; // an allowed pattern may only get narrower
  if (/[;&|<>`$()\n]/.test(pattern)) return leave(file, key, why('severalCommands'));
  if (verdict === 'allow' && isWiderThanOffered(pattern)) return leave(file, key, why('wider'));
  return take(file, key, ['permission', COMMANDS, pattern], verdict);
}
