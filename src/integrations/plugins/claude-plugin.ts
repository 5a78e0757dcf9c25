/** A plugin in Claude's layout: `.claude-plugin/plugin.json`, and folders that the manifest need not name. */

import { basename, dirname, join } from 'node:path';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { type ReadEntries, readEntries } from '../mcp/entry.ts';
import { ABOUT_FIELDS, isPluginName } from './agent-plugin.ts';
import { insideOf, kindOf, readJson } from './inside.ts';
import type { LoadedPlugin, LoadPluginOptions, Plugin, PluginEntries } from './plugin.ts';
import { serverName } from './server-name.ts';

const KNOWN = new Set([
  ...ABOUT_FIELDS,
  'displayName',
  'commands',
  'agents',
  'skills',
  'hooks',
  'mcpServers',
  'lspServers',
]);
/** Paths that mean something to Claude Code but nothing here. */
const WITHOUT_COUNTERPART = ['output-styles', 'themes', 'monitors', 'workflows', 'settings.json', 'bin'];
export const CLAUDE_MANIFEST = '.claude-plugin/plugin.json';

export function loadClaudePlugin(root: string, options: LoadPluginOptions): LoadedPlugin {
  const read = readJson(root, CLAUDE_MANIFEST);
  if (!read.ok) return { ok: false, problem: read.problem };
  const { name, version, description, ...value } = read.value;
  if (typeof name !== 'string' || !isPluginName(name.toLowerCase()))
    return { ok: false, problem: extensionFault('pluginBadName', CLAUDE_MANIFEST, JSON.stringify(name) ?? '') };
  const data = options.dataOf(name);
  const env = { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data };
  const problems = [
    ...Object.keys(value)
      .filter((key) => !KNOWN.has(key))
      .map((key) => extensionFault('pluginNoCounterpart', CLAUDE_MANIFEST, JSON.stringify(key))),
    ...WITHOUT_COUNTERPART.filter((path) => kindOf(root, path) !== 'missing').map((path) =>
      extensionFault('pluginPathNoCounterpart', path),
    ),
  ];
  const foldersOf = (usual: string, named: unknown) => pathsOf(root, usual, named, problems);
  const hooks = entriesOf(root, 'hooks/hooks.json', value.hooks, 'hooks', env, problems);
  const servers = serversOf(name, entriesOf(root, '.mcp.json', value.mcpServers, 'mcpServers', env, problems), options);
  const plugin: Plugin = {
    name,
    layout: 'claude',
    ...(typeof version === 'string' && { version }),
    ...(typeof description === 'string' && { description }),
    root,
    skills: foldersOf('skills', value.skills).map((path) => ({
      path: kindOf(root, join(path.slice(root.length), 'SKILL.md')) === 'file' ? dirname(path) : path,
      root,
      group: 'plugins',
    })),
    commands: foldersOf('commands', value.commands).map((path) => ({
      path,
      origin: 'plugin' as const,
      root,
      prefix: name,
    })),
    agents: foldersOf('agents', value.agents).map((path) => ({ path, style: 'claude' as const, root, prefix: name })),
    servers: servers.entries,
    hooks,
    languageServers: entriesOf(root, '.lsp.json', value.lspServers, 'lspServers', env, problems),
    notes: [],
    problems: [...problems, ...servers.problems],
  };
  return { ok: true, plugin };
}

/** The usual folder, and those that the manifest names besides; a single file stands for its folder. */
function pathsOf(root: string, usual: string, named: unknown, problems: Fault[]): string[] {
  const more = [named].flat().filter((path) => typeof path === 'string');
  const found = [usual, ...more].flatMap((path) => {
    const kind = kindOf(root, path);
    if (kind === 'missing') return [];
    const real = insideOf(root, path);
    if (kind === 'outside' || real === undefined) {
      problems.push(extensionFault('pluginPathLeadsOut', path));
      return [];
    }
    if (kind === 'folder') return [real];
    problems.push(extensionFault('pluginSingleFile', path));
    return [];
  });
  return [...new Set(found)];
}

/** Entries of the usual file, of files that the manifest names, and of the manifest itself. */
function entriesOf(
  root: string,
  usual: string,
  named: unknown,
  key: string,
  env: Readonly<Record<string, string>>,
  problems: Fault[],
): PluginEntries[] {
  const found: PluginEntries[] = [];
  for (const each of [usual, ...[named].flat()]) {
    if (isPlainObject(each)) found.push({ file: join(root, CLAUDE_MANIFEST), value: inner(each, key), env });
    if (typeof each !== 'string') continue;
    const read = readJson(root, each);
    if (read.ok) found.push({ file: join(root, each), value: inner(read.value, key), env });
    else if (!read.missing) problems.push(extensionFault('pluginFileNotUsed', read.problem));
  }
  return found.filter(
    ({ file }, index) => found.findIndex((each) => each.file === file) === index || basename(file) === 'plugin.json',
  );
}

function inner(value: Record<string, unknown>, key: string): Record<string, unknown> {
  return isPlainObject(value[key]) ? value[key] : value;
}

/** Servers in Claude's syntax, with variables for their plugin's location. */
export function serversOf(name: string, files: readonly PluginEntries[], { env }: LoadPluginOptions): ReadEntries {
  const all = files.map(({ file, value, env: own }) => {
    const { entries, problems } = readEntries(
      {
        source: 'plugin',
        path: file,
        servers: value,
        place: (path) => [`plugin ${name}, ${basename(file)}`, ...path].join(' › '),
      },
      { ...env, ...own },
    );
    return {
      problems,
      entries: entries.map((entry) => ({
        ...entry,
        name: serverName(name, entry.name),
        transport:
          entry.transport.kind === 'stdio'
            ? { ...entry.transport, env: { ...entry.transport.env, ...own } }
            : entry.transport,
      })),
    };
  });
  return { entries: all.flatMap(({ entries }) => entries), problems: all.flatMap(({ problems }) => problems) };
}
