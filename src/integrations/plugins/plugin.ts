/** A plugin as coder uses it, whatever its layout. */

import type { Fault } from '../../protocol/fault.ts';
import type { PluginLayout } from '../../protocol/plugin.ts';
import type { AgentsFolder } from '../agents.ts';
import type { CommandsFolder } from '../custom-commands.ts';
import type { ServerEntry } from '../mcp/entry.ts';
import type { SkillsFolder } from '../skills.ts';

export interface Plugin {
  name: string;
  layout: PluginLayout;
  version?: string;
  description?: string;
  /** The plugin's folder, with links resolved. */
  root: string;
  skills: readonly SkillsFolder[];
  commands: readonly CommandsFolder[];
  agents: readonly AgentsFolder[];
  servers: readonly ServerEntry[];
  hooks: readonly PluginEntries[];
  languageServers: readonly PluginEntries[];
  /** Files whose texts go into the prompt. */
  notes: readonly string[];
  /** What was reported and left out; the rest is used. */
  problems: readonly Fault[];
}

/** The entries of a file as written, unchecked. */
export interface PluginEntries {
  file: string;
  value: Readonly<Record<string, unknown>>;
  /** Variables for the plugin's own paths. */
  env: Readonly<Record<string, string>>;
}

/** `problem`: why nothing of it is used. */
export type LoadedPlugin = { ok: true; plugin: Plugin } | { ok: false; problem: Fault };

/** What a plugin is loaded with; nothing is fetched and nothing runs. */
export interface LoadPluginOptions {
  /** The plugin's folder. */
  folder: string;
  /** The working folder. */
  cwd: string;
  /** The folder for the plugin's own data, created on demand. */
  dataOf(name: string): string;
  /** Values for `${VAR}`, if the layout has such variables. */
  env: Readonly<Record<string, string | undefined>>;
}
