/** A plugin as coder uses it, whichever layout it came in. */

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
  /** Where it lies, links followed. */
  root: string;
  skills: readonly SkillsFolder[];
  commands: readonly CommandsFolder[];
  agents: readonly AgentsFolder[];
  servers: readonly ServerEntry[];
  hooks: readonly PluginEntries[];
  languageServers: readonly PluginEntries[];
  /** Texts that go into the prompt, as files. */
  notes: readonly string[];
  /** What was reported and left out; the rest is used. */
  problems: readonly Fault[];
}

/** Entries of a file as they are, unchecked. */
export interface PluginEntries {
  file: string;
  value: Readonly<Record<string, unknown>>;
  /** What stands for the plugin's own places. */
  env: Readonly<Record<string, string>>;
}

/** `problem`: why nothing of it is used. */
export type LoadedPlugin = { ok: true; plugin: Plugin } | { ok: false; problem: Fault };

/** What a plugin is loaded with: nothing is fetched, nothing runs. */
export interface PluginPlace {
  /** The folder it lies in. */
  folder: string;
  /** The folder that one works in. */
  cwd: string;
  /** Where it may keep what it makes; made for it. */
  dataOf(name: string): string;
  /** What `${VAR}` stands for, where its layout has that. */
  env: Readonly<Record<string, string | undefined>>;
}
