/** Finds plugins and makes sure that they are still what the person agreed to. */

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';
import { changesBetween, contentOf, onlySpeaks } from '../../integrations/plugins/content.ts';
import { loadPlugin } from '../../integrations/plugins/load-plugin.ts';
import type { Plugin } from '../../integrations/plugins/plugin.ts';
import { type InstalledPlugin, pluginRecord } from '../../integrations/plugins/record.ts';
import type { Fault } from '../../protocol/fault.ts';
import { projectKey } from '../../session/grants.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { pluginItem } from '../trust/plugin-item.ts';
import { type PluginsOptions, projectPlugins } from './plugin-folders.ts';

export interface FoundPlugins {
  plugins: readonly Plugin[];
  problems: readonly Fault[];
}

/** Puts the project's plugins first, because they are nearest. */
export function findPlugins(options: PluginsOptions): FoundPlugins {
  const { home } = options;
  const plugins = new Map<string, Plugin>();
  const problems: Fault[] = [];
  const installed = pluginRecord(home).load();
  if ('says' in installed) problems.push(installed);
  const all = [...ofProject(options), ...('says' in installed ? [] : installed.map((each) => ofRecord(each, options)))];
  for (const found of all) {
    const twin = 'says' in found ? undefined : plugins.get(found.name);
    if ('says' in found) problems.push(found);
    else if (twin) problems.push(extensionFault('pluginShadowed', found.name, twin.root, found.root));
    else plugins.set(found.name, found);
  }
  return { plugins: [...plugins.values()], problems };
}

function ofRecord(installed: InstalledPlugin, { home, env, cwd }: PluginsOptions): Plugin | Fault {
  const { name, folder } = installed;
  const notUsed = (why: Fault) => extensionFault('pluginNotUsed', name, why);
  const changed = changedSince(installed);
  if (changed !== undefined) return notUsed(changed);
  const loaded = loadPlugin({ folder, cwd, env, dataOf: (of) => dataFolder(home, of) });
  if (!loaded.ok) return notUsed(loaded.problem);
  return loaded.plugin.name === name ? loaded.plugin : notUsed(extensionFault('pluginRenamed', loaded.plugin.name));
}

/** What changed since the person agreed: any file of an installed plugin, but not the texts of a linked one. `undefined` if nothing did. */
export function changedSince({ name, source, folder, files }: InstalledPlugin): Fault | undefined {
  const content = contentOf(folder, files);
  if (!content.ok) return content.problem;
  const changes = changesBetween(files, content.files).filter(
    ({ path }) => source.kind !== 'link' || !onlySpeaks(path),
  );
  const [first] = changes;
  if (!first) return undefined;
  return extensionFault('pluginChanged', first.path, String(changes.length - 1), name);
}

function ofProject(options: PluginsOptions): Plugin[] {
  const { cwd, home, env, trust } = options;
  const folder = projectPlugins(cwd);
  return readableNames(folder)
    .toSorted()
    .flatMap((each) => {
      const item = pluginItem(trust.root, join(folder, each));
      if (!item || !trust.admits(item)) return [];
      const dataOf = (name: string) => dataFolder(home, `${projectKey(cwd)}-${name}`);
      const loaded = loadPlugin({ folder: join(folder, each), cwd, env, dataOf });
      return loaded.ok ? [loaded.plugin] : [];
    });
}

/** The plugin's data folder, kept through updates. */
export function dataFolder(home: string, name: string): string {
  const folder = join(home, 'plugin-data', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}
