/** Finds Claude Code's settings: `settings.json`, and the servers in `~/.claude.json`. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importFolders } from './folders.ts';
import { type FoundKey, type FoundSettings, leave, take } from './found-key.ts';
import { objectIn, readSettings, textsIn, type Values } from './read-files.ts';
import { importRule } from './rules.ts';
import { importServers } from './servers.ts';
import { why } from './why.ts';

const MODES: Readonly<Record<string, string>> = { plan: 'plan', default: 'default', acceptEdits: 'auto-edit' };

export function findClaude(home: string, cwd: string): FoundSettings {
  const found: FoundSettings = { keys: [], problems: [] };
  for (const name of ['settings.json', 'settings.local.json']) {
    const file = `~/.claude/${name}`;
    const values = readSettings(join(home, '.claude', name), found.problems);
    for (const [key, value] of Object.entries(values ?? {})) found.keys.push(...settingOf(file, key, value, home));
  }
  const state = readSettings(join(home, '.claude.json'), found.problems);
  if (state) found.keys.push(...stateOf(state, cwd));
  if (existsSync(join(home, '.claude', 'CLAUDE.md')))
    found.keys.push(take('~/.claude', 'CLAUDE.md', ['instructions'], ['~/.claude/CLAUDE.md']));
  return found;
}

function settingOf(file: string, key: string, value: unknown, home: string): FoundKey[] {
  switch (key) {
    case 'permissions':
      return Object.entries(objectIn(value)).flatMap(([name, of]) => permissionOf(file, name, of, home));
    case 'model':
      return [modelOf(file, key, value)];
    case 'env':
      return Object.keys(objectIn(value)).map((name) => leave(file, `env.${name}`, why('setVariables', name)));
    case 'hooks':
      return [leave(file, key, why('readInPlace', 'claude'))];
    case 'enabledPlugins':
      return Object.keys(objectIn(value)).map((name) => leave(file, `${key}.${name}`, why('installPlugin')));
    default:
      return [leave(file, key)];
  }
}

export function permissionOf(file: string, name: string, value: unknown, home: string): FoundKey[] {
  const key = `permissions.${name}`;
  switch (name) {
    case 'allow':
    case 'ask':
    case 'deny':
      return textsIn(value).map((rule) => importRule(file, key, rule, name));
    case 'additionalDirectories':
      return importFolders(file, key, textsIn(value), home);
    case 'defaultMode': {
      const mode = MODES[String(value)];
      if (mode === undefined) return [leave(file, key, why('tooPermissive', String(value)))];
      return [take(file, key, ['mode'], mode)];
    }
    default:
      return [leave(file, key)];
  }
}

function modelOf(file: string, key: string, value: unknown): FoundKey {
  const isName = typeof value === 'string' && /^[\w.-]+\d[\w.:-]*$/.test(value);
  return isName ? take(file, key, ['model'], value) : leave(file, key, why('shortModelName'));
}

function stateOf(state: Values, cwd: string): FoundKey[] {
  const file = '~/.claude.json';
  return Object.entries(state).flatMap(([key, value]): FoundKey[] => {
    if (key === 'mcpServers') return importServers(file, key, value);
    if (key !== 'projects') return [leave(file, key, why('stateOfClaude'))];
    return Object.entries(objectIn(value)).flatMap(([folder, of]) => {
      if (folder !== cwd) return [leave(file, `projects.${folder}`, why('otherFolder'))];
      return Object.entries(objectIn(of)).flatMap(([name, inner]) => {
        const at = `projects.${folder}.${name}`;
        if (name === 'mcpServers') return importServers(file, at, inner, why('everyFolder'));
        if (name === 'allowedTools') return textsIn(inner).map((rule) => importRule(file, at, rule, 'allow'));
        return [leave(file, at, why('stateOfClaude'))];
      });
    });
  });
}
