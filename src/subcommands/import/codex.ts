/** Finds Codex's settings: `config.toml`, and prefix rules in `rules/*.rules`. */

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Verdict } from '../../protocol/verdict.ts';
import { type FoundKey, type FoundSettings, leave, take } from './found-key.ts';
import { filesIn, objectIn, readSettings, readText, type Values } from './read-files.ts';
import { importCommand } from './rules.ts';
import { importServers } from './servers.ts';
import { why } from './why.ts';

const FILE = '~/.codex/config.toml';
const PROTOCOLS: Readonly<Record<string, string>> = { chat: 'openai-chat', responses: 'openai-responses' };
const DECISIONS: Readonly<Record<string, Verdict>> = { allow: 'allow', prompt: 'ask', forbidden: 'deny' };

export function findCodex(home: string): FoundSettings {
  const found: FoundSettings = { keys: [], problems: [] };
  const values = readSettings(join(home, '.codex', 'config.toml'), found.problems) ?? {};
  for (const [key, value] of Object.entries(values)) found.keys.push(...settingOf(key, value, values));
  for (const file of filesIn(join(home, '.codex', 'rules'), '.rules')) {
    const text = readText(file, found.problems) ?? '';
    found.keys.push(...rulesIn(`~/.codex/rules/${basename(file)}`, text));
  }
  if (existsSync(join(home, '.codex', 'AGENTS.md')))
    found.keys.push(take('~/.codex', 'AGENTS.md', ['instructions'], ['~/.codex/AGENTS.md']));
  return found;
}

function settingOf(key: string, value: unknown, all: Values): FoundKey[] {
  switch (key) {
    case 'model':
      return [take(FILE, key, ['model'], value)];
    case 'model_provider':
      return [leave(FILE, key, why('seeKey', 'model_providers'))];
    case 'model_providers':
      return Object.entries(objectIn(value)).flatMap(([name, of]) => providerOf(name, objectIn(of), all));
    case 'mcp_servers':
      return importServers(FILE, key, value);
    case 'approval_policy':
      return [modeOf(String(value), typeof all.sandbox_mode === 'string' ? all.sandbox_mode : '')];
    case 'sandbox_mode':
      return all.approval_policy === undefined
        ? [modeOf('on-request', String(value), key)]
        : [leave(FILE, key, why('seeKey', 'approval_policy'))];
    case 'model_reasoning_effort':
      return ['low', 'medium', 'high'].includes(String(value))
        ? [take(FILE, key, ['provider', 'reasoning'], value)]
        : [leave(FILE, key, why('threeLevels'))];
    case 'hooks':
      return [leave(FILE, key, why('readInPlace', 'codex'))];
    default:
      return [leave(FILE, key)];
  }
}

function modeOf(approval: string, sandbox: string, key = 'approval_policy'): FoundKey {
  if (sandbox === 'read-only') return take(FILE, key, ['mode'], 'plan');
  if (sandbox === 'danger-full-access' || approval === 'never')
    return leave(
      FILE,
      key,
      why('tooPermissive', sandbox === '' || approval === '' ? approval + sandbox : why('bothOf', approval, sandbox)),
    );
  return take(FILE, key, ['mode'], 'default');
}

function providerOf(name: string, of: Values, { model_provider }: Values): FoundKey[] {
  return Object.entries(of).map(([key, value]) => {
    const at = `model_providers.${name}.${key}`;
    if (name !== model_provider) return leave(FILE, at, why('otherProvider'));
    switch (key) {
      case 'base_url':
        return take(FILE, at, ['provider', 'base_url'], value);
      case 'env_key':
        return take(FILE, at, ['provider', 'api_key_env'], value);
      case 'wire_api': {
        const protocol = PROTOCOLS[String(value)];
        return protocol === undefined ? leave(FILE, at) : take(FILE, at, ['provider', 'protocol'], protocol);
      }
      default:
        return leave(FILE, at);
    }
  });
}

/** Parses `prefix_rule(pattern = ["git", "status"], decision = "allow")`. */
function rulesIn(file: string, text: string): FoundKey[] {
  return text
    .split(/\bprefix_rule\s*\(/)
    .slice(1)
    .map((rule): FoundKey => {
      const [, list = ''] = /pattern\s*=\s*\[([^\]]*)\]/.exec(rule) ?? [];
      const words = [...list.matchAll(/"([^"\\]*)"/g)].map((match) => match[1] ?? '');
      const key = `prefix_rule ${words.join(' ')}`;
      const decision = DECISIONS[/decision\s*=\s*"(\w+)"/.exec(rule)?.[1] ?? 'allow'];
      const isPlain = words.length > 0 && !list.includes('[') && words.every((word) => /^[^\s"'*]+$/.test(word));
      if (!isPlain || decision === undefined) return leave(file, key, why('notPlainWords'));
      return importCommand(file, key, `${words.join(' ')} *`, decision);
    });
}
