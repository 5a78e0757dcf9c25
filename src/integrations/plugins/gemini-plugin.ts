/** A plugin in Gemini's layout, also used by Qwen: `gemini-extension.json`, commands in TOML, a text for the prompt. */

import { join, sep } from 'node:path';
import { isPlainObject } from '../../base/schema.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { isPluginName } from './agent-plugin.ts';
import { serversOf } from './claude-plugin.ts';
import { kindOf, readJson } from './inside.ts';
import type { LoadedPlugin, LoadPluginOptions, Plugin } from './plugin.ts';

export const GEMINI_MANIFESTS = ['gemini-extension.json', 'qwen-extension.json'];
const KNOWN = new Set(['name', 'version', 'description', 'mcpServers', 'contextFileName', 'hooks', 'migratedTo']);
const USUAL_NOTES = ['GEMINI.md', 'QWEN.md'];

export function loadGeminiPlugin(root: string, file: string, options: LoadPluginOptions): LoadedPlugin {
  const read = readJson(root, file);
  if (!read.ok) return { ok: false, problem: read.problem };
  const { name, version, description, mcpServers, contextFileName, ...rest } = read.value;
  if (typeof name !== 'string' || !isPluginName(name.toLowerCase()))
    return { ok: false, problem: extensionFault('pluginBadName', file, JSON.stringify(name) ?? '') };
  const problems = Object.keys(rest)
    .filter((key) => !KNOWN.has(key))
    .map((key) => extensionFault('pluginNoCounterpart', file, JSON.stringify(key)));
  const env = { extensionPath: root };
  const named = [contextFileName ?? USUAL_NOTES].flat().filter((path) => typeof path === 'string');
  const notes = named.filter((path) => kindOf(root, path) === 'file').map((path) => join(root, path));
  for (const path of named)
    if (kindOf(root, path) === 'outside') problems.push(extensionFault('pluginPathLeadsOut', path));
  const servers = serversOf(
    name,
    isPlainObject(mcpServers) ? [{ file: join(root, file), value: filled(mcpServers, root, options), env }] : [],
    options,
  );
  const hooks = readJson(root, 'hooks/hooks.json');
  if (!hooks.ok && !hooks.missing) problems.push(extensionFault('pluginFileNotUsed', hooks.problem));
  const own = (path: string) => (kindOf(root, path) === 'folder' ? [join(root, path)] : []);
  const plugin: Plugin = {
    name,
    layout: 'gemini',
    ...(typeof version === 'string' && { version }),
    ...(typeof description === 'string' && { description }),
    root,
    skills: own('skills').map((path) => ({ path, root, group: 'plugins' })),
    commands: own('commands').map((path) => ({ path, origin: 'plugin' as const, root, prefix: name })),
    agents: own('agents').map((path) => ({ path, style: 'gemini' as const, root, prefix: name })),
    servers: servers.entries,
    hooks: hooks.ok
      ? [
          {
            file: join(root, 'hooks/hooks.json'),
            value: isPlainObject(hooks.value.hooks) ? hooks.value.hooks : hooks.value,
            env,
          },
        ]
      : [],
    languageServers: [],
    notes: contextFileName === undefined ? notes.slice(0, 1) : notes,
    problems: [...problems, ...servers.problems],
  };
  return { ok: true, plugin };
}

/** Replaces `${extensionPath}`, `${workspacePath}` and `${/}`; other variables are expanded as everywhere else. */
function filled(servers: Record<string, unknown>, root: string, { cwd }: LoadPluginOptions): Record<string, unknown> {
  const folders: Record<string, string> = {
    extensionPath: root,
    workspacePath: cwd,
    '/': sep,
    pathSeparator: sep,
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(
        /\$\{(extensionPath|workspacePath|\/|pathSeparator)\}/g,
        (_, key: string) => folders[key] ?? '',
      );
    if (Array.isArray(value)) return value.map(fill);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, fill(of)]));
  };
  return fill(servers) as Record<string, unknown>;
}
