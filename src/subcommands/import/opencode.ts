/** Finds opencode's settings: `opencode.json` or `opencode.jsonc`. */

import { join, resolve } from 'node:path';
import type { Verdict } from '../../protocol/verdict.ts';
import { type FoundKey, type FoundSettings, leave, take } from './found-key.ts';
import { objectIn, readSettings, textsIn, type Values } from './read-files.ts';
import { importCommand, importRule } from './rules.ts';
import { importServers } from './servers.ts';
import { why } from './why.ts';

export function findOpencode(home: string): FoundSettings {
  const found: FoundSettings = { keys: [], problems: [] };
  for (const name of ['opencode.json', 'opencode.jsonc', 'config.json']) {
    const folder = join(home, '.config', 'opencode');
    const values = readSettings(join(folder, name), found.problems) ?? {};
    for (const [key, value] of Object.entries(values))
      found.keys.push(...settingOf(`~/.config/opencode/${name}`, key, value, values, folder));
  }
  return found;
}

function settingOf(file: string, key: string, value: unknown, all: Values, folder: string): FoundKey[] {
  switch (key) {
    case 'model':
      return modelOf(file, key, value);
    case 'small_model': {
      const [, model] = split(value);
      return model === undefined ? [leave(file, key)] : [take(file, key, ['routing', 'small'], model)];
    }
    case 'mcp':
      return importServers(file, key, value);
    case 'permission':
      return permissionOf(file, value);
    case 'instructions':
      return instructionsOf(file, textsIn(value), folder);
    case 'provider':
      return Object.entries(objectIn(value)).flatMap(([name, of]) => providerOf(file, name, objectIn(of), all));
    case 'lsp':
      return Object.keys(objectIn(value)).map((name) => leave(file, `lsp.${name}`, why('setLanguageServer')));
    case 'agent':
    case 'command':
      return Object.keys(objectIn(value)).map((name) => leave(file, `${key}.${name}`, why('makeItAFile')));
    default:
      return [leave(file, key)];
  }
}

function split(value: unknown): [provider?: string, model?: string] {
  const slash = typeof value === 'string' ? value.indexOf('/') : -1;
  return slash < 1 ? [] : [String(value).slice(0, slash), String(value).slice(slash + 1)];
}

function modelOf(file: string, key: string, value: unknown): FoundKey[] {
  const [provider, model] = split(value);
  if (model === undefined) return [leave(file, key, why('notProviderModel'))];
  return [take(file, key, ['model'], model), take(file, `${key} (provider)`, ['provider', 'id'], provider)];
}

function permissionOf(file: string, value: unknown): FoundKey[] {
  if (typeof value === 'string') return [leave(file, 'permission', why('oneVerdict'))];
  return Object.entries(objectIn(value)).flatMap(([name, of]): FoundKey[] => {
    const rules = typeof of === 'string' ? { '*': of } : objectIn(of);
    return Object.entries(rules).map(([pattern, verdict]) => {
      const key = `permission.${name}${pattern === '*' ? '' : ` ${pattern}`}`;
      if (verdict !== 'allow' && verdict !== 'ask' && verdict !== 'deny') return leave(file, key, why('notAVerdict'));
      return name === 'bash' ? importCommand(file, key, pattern, verdict) : toolRule(file, key, name, pattern, verdict);
    });
  });
}

function toolRule(file: string, key: string, name: string, pattern: string, verdict: Verdict): FoundKey {
  return { ...importRule(file, key, pattern === '*' ? name : `${name}(${pattern})`, verdict), key };
}

function instructionsOf(file: string, paths: readonly string[], folder: string): FoundKey[] {
  const isPlain = (path: string) => !/[*?{]|:\/\//.test(path);
  const plain = paths.filter(isPlain).map((path) => (path.startsWith('~') ? path : resolve(folder, path)));
  return [
    ...(plain.length > 0 ? [take(file, 'instructions', ['instructions'], plain)] : []),
    ...paths.filter((path) => !isPlain(path)).map((path) => leave(file, `instructions ${path}`, why('onlyPaths'))),
  ];
}

function providerOf(file: string, name: string, of: Values, { model }: Values): FoundKey[] {
  const { options, ...rest } = of;
  const at = (key: string) => `provider.${name}.${key}`;
  const isUsed = split(model)[0] === name;
  return [
    ...Object.keys(rest).map((key) => leave(file, at(key))),
    ...Object.entries(objectIn(options)).map(([key, value]) => {
      if (!isUsed) return leave(file, at(`options.${key}`), why('otherProvider'));
      if (key === 'baseURL') return take(file, at(`options.${key}`), ['provider', 'base_url'], value);
      if (key !== 'apiKey') return leave(file, at(`options.${key}`));
      const variable = /^\{env:(\w+)\}$/.exec(String(value))?.[1];
      if (variable === undefined) return leave(file, at(`options.${key}`), why('keepKeySafe'));
      return take(file, at(`options.${key}`), ['provider', 'api_key_env'], variable);
    }),
  ];
}
