/** Fetches a plugin for inspection, and summarises what a person should know about it. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import { findAgents } from '../../integrations/agents.ts';
import { findCustomCommands } from '../../integrations/custom-commands.ts';
import { showEntry } from '../../integrations/mcp/shown-entry.ts';
import { contentOf, type PinnedFile } from '../../integrations/plugins/content.ts';
import { fetchPlugin } from '../../integrations/plugins/fetch-plugin.ts';
import { loadPlugin } from '../../integrations/plugins/load-plugin.ts';
import type { Plugin } from '../../integrations/plugins/plugin.ts';
import type { PluginSource } from '../../integrations/plugins/record.ts';
import { findSkills } from '../../integrations/skills.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { PluginLayout } from '../../protocol/plugin.ts';
import { changedFault } from '../../words/fault.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { dataFolder } from './find-plugins.ts';

/** What a person is shown about a plugin. */
export interface PluginView {
  name: string;
  version?: string;
  description?: string;
  layout: PluginLayout;
  skills: readonly string[];
  commands: readonly string[];
  agents: readonly string[];
  servers: readonly { name: string; shows: readonly Fault[] }[];
  /** Events with the commands they run. */
  hooks: readonly string[];
  languageServers: readonly string[];
  /** Texts that go into the prompt. */
  notes: readonly string[];
  problems: readonly Fault[];
}

export interface StagedPlugin {
  source: PluginSource;
  folder: string;
  files: readonly PinnedFile[];
  view: PluginView;
}

export interface Where {
  app: AppSettings;
  options: AgentOptions;
}

const PATIENCE_MS = 600_000;
/** Accepts any tool and name, because coder's tools are not known here and an agent's list of them is not inspected. */
const ANY = { hasTool: () => true, isTaken: () => false };

export async function lookAt(
  folder: string,
  { app, options }: Where,
): Promise<{ view: PluginView; plugin: Plugin } | { problem: Fault }> {
  const loaded = loadPlugin({
    folder,
    cwd: options.cwd,
    env: options.env,
    dataOf: (name) => dataFolder(app.home, name),
  });
  if (!loaded.ok) return { problem: loaded.problem };
  const content = contentOf(folder);
  if (!content.ok) return { problem: content.problem };
  return { plugin: loaded.plugin, view: await viewOf(loaded.plugin, content.leaving) };
}

/** The caller must dispose of the result. */
export async function stagePlugin(
  source: PluginSource,
  where: Where,
): Promise<(StagedPlugin & Disposable) | { problem: Fault }> {
  if (source.kind === 'link') return staged(source, source.from, where, () => {});
  const { app, options } = where;
  const home = join(app.home, 'plugins');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const into = mkdtempSync(join(home, '.new-'));
  const drop = () => rmSync(into, { recursive: true, force: true });
  const env = childEnvironment(options.env, { keep: app.settings.safety.keep_env, roots: [options.cwd] });
  const processes = createProcesses({ env, marker: 'plugin' });
  try {
    const fetched = await fetchPlugin(source, into, processes, AbortSignal.timeout(PATIENCE_MS));
    const result = 'problem' in fetched ? fetched : await staged(source, fetched.folder, where, drop);
    if ('problem' in result) drop();
    return result;
  } finally {
    await processes.close();
  }
}

async function staged(
  source: PluginSource,
  folder: string,
  where: Where,
  drop: () => void,
): Promise<(StagedPlugin & Disposable) | { problem: Fault }> {
  const read = await lookAt(folder, where);
  if ('problem' in read) return read;
  const content = contentOf(read.plugin.root);
  if (!content.ok) return { problem: content.problem };
  return { source, folder: read.plugin.root, files: content.files, view: read.view, [Symbol.dispose]: drop };
}

async function viewOf(plugin: Plugin, leaving: readonly Fault[]): Promise<PluginView> {
  const { name, version, description, layout, servers, root } = plugin;
  const skills = findSkills(plugin.skills);
  const commands = await findCustomCommands(plugin.commands, () => false);
  const agents = findAgents(plugin.agents, ANY);
  const inRoot = (text: string) => text.replaceAll(`${root}/`, '');
  return {
    name,
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    layout,
    skills: skills.skills.filter(({ path }) => path.startsWith(root)).map((skill) => skill.name),
    commands: commands.commands.map((command) => command.name),
    agents: agents.agents.map((agent) => agent.name),
    servers: servers.map((server) => ({ name: server.name, shows: showEntry(server.raw) })),
    hooks: plugin.hooks.flatMap(({ value }) =>
      Object.entries(value).map(([event, groups]) => `${event}: ${commandsIn(groups).join(' · ')}`),
    ),
    languageServers: plugin.languageServers.flatMap(({ value }) => Object.keys(value)),
    notes: plugin.notes.map(inRoot),
    problems: [...leaving, ...plugin.problems, ...skills.notices, ...commands.problems, ...agents.notices].map(
      (problem) => changedFault(problem, inRoot),
    ),
  };
}

/** All `command` and `url` values, at any depth. */
function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    (key === 'command' || key === 'url') && typeof inner === 'string' ? [inner] : commandsIn(inner),
  );
}
