/** Finds the settings of Gemini CLI and Qwen Code: `settings.json`, and prefixes in `policies/*.toml`. */

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Verdict } from '../../protocol/verdict.ts';
import { permissionOf } from './claude.ts';
import { importFolders } from './folders.ts';
import { type FoundKey, type FoundSettings, leave, take } from './found-key.ts';
import { filesIn, objectIn, readSettings, textsIn, type Values } from './read-files.ts';
import { importCommand, importRule } from './rules.ts';
import { importServers } from './servers.ts';
import { why } from './why.ts';

const DECISIONS: Readonly<Record<string, Verdict>> = { allow: 'allow', ask_user: 'ask', ask: 'ask', deny: 'deny' };

export function findGemini(home: string, agent: 'gemini' | 'qwen'): FoundSettings {
  const found: FoundSettings = { keys: [], problems: [] };
  const folder = join(home, `.${agent}`);
  const file = `~/.${agent}/settings.json`;
  const values = readSettings(join(folder, 'settings.json'), found.problems) ?? {};
  for (const [key, value] of Object.entries(values)) found.keys.push(...settingOf(file, key, value, agent, home));
  for (const path of filesIn(join(folder, 'policies'), '.toml')) {
    const { rule } = readSettings(path, found.problems) ?? {};
    for (const each of Array.isArray(rule) ? rule : [])
      found.keys.push(...policyOf(`~/.${agent}/policies/${basename(path)}`, objectIn(each)));
  }
  const notes = `${agent.toUpperCase()}.md`;
  if (existsSync(join(folder, notes)))
    found.keys.push(take(`~/.${agent}`, notes, ['instructions'], [`~/.${agent}/${notes}`]));
  return found;
}

function settingOf(file: string, key: string, value: unknown, agent: string, home: string): FoundKey[] {
  const inner = (how: (name: string, of: unknown) => FoundKey[]) =>
    Object.entries(objectIn(value)).flatMap(([name, of]) => how(name, of));
  switch (key) {
    case 'mcpServers':
      return importServers(file, key, value);
    case 'permissions':
      return inner((name, of) => permissionOf(file, name, of, home));
    case 'tools':
      return inner((name, of) => toolsOf(file, `tools.${name}`, name, of));
    case 'allowedTools':
    case 'excludeTools':
      return toolsOf(file, key, key === 'allowedTools' ? 'allowed' : 'exclude', value);
    case 'model':
      if (typeof value === 'string') return [take(file, key, ['model'], value)];
      return inner((name, of) =>
        name === 'name' ? [take(file, 'model.name', ['model'], of)] : [leave(file, `model.${name}`)],
      );
    case 'general':
      return inner((name, of) =>
        name === 'vimMode' ? [take(file, 'general.vimMode', ['input', 'vim'], of)] : [leave(file, `general.${name}`)],
      );
    case 'vimMode':
      return [take(file, key, ['input', 'vim'], value)];
    case 'context':
      return inner((name, of) => {
        if (name === 'includeDirectories') return importFolders(file, `context.${name}`, textsIn(of), home);
        return [leave(file, `context.${name}`, name === 'fileName' ? why('notesInstead') : undefined)];
      });
    case 'hooks':
      return [leave(file, key, why('readInPlace', agent))];
    default: {
      const names = Object.keys(objectIn(value));
      return names.length > 0 ? names.map((name) => leave(file, `${key}.${name}`)) : [leave(file, key)];
    }
  }
}

function toolsOf(file: string, key: string, name: string, value: unknown): FoundKey[] {
  if (name !== 'allowed' && name !== 'exclude') return [leave(file, key)];
  const verdict = name === 'allowed' ? 'allow' : 'deny';
  return textsIn(value).map((rule) =>
    importRule(file, key, rule.replace(/^([^()]+)\(([^*)]+)\)$/, '$1($2 *)'), verdict),
  );
}

function policyOf(file: string, { toolName, commandPrefix, decision, ...rest }: Values): FoundKey[] {
  const verdict = DECISIONS[String(decision)];
  const prefixes = textsIn(commandPrefix);
  const key = `rule ${textsIn(toolName).join(', ')}`;
  if (verdict === undefined) return [leave(file, key, why('unknownDecision'))];
  const narrowing = Object.keys(rest).find(
    (each) => !['priority', 'name', 'description', 'message', 'denyMessage'].includes(each),
  );
  if (narrowing !== undefined && verdict === 'allow')
    return [leave(file, key, why('hasNone', JSON.stringify(narrowing)))];
  if (prefixes.length > 0)
    return prefixes.map((prefix) => importCommand(file, `${key} ${prefix}`, `${prefix} *`, verdict));
  return textsIn(toolName).map((tool) => importRule(file, key, tool, verdict));
}
