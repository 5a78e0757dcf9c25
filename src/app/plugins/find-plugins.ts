/** Finds plugins and makes sure that they are still what the person agreed to. */

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';
import { changesBetween, contentOf, onlySpeaks } from '../../integrations/plugins/content.ts';
import { loadPlugin } from '../../integrations/plugins/load-plugin.ts';
import type { Plugin } from '../../integrations/plugins/plugin.ts';
import { type InstalledPlugin, pluginRecord } from '../../integrations/plugins/record.ts';
import { projectKey } from '../../session/grants.ts';
import { pluginItem } from '../trust/plugin-item.ts';
import { type PluginsOptions, projectPlugins } from './plugin-places.ts';

export interface FoundPlugins {
  plugins: readonly Plugin[];
  problems: readonly string[];
}

/** Puts the project's plugins first, because they are nearest. */
export function findPlugins(options: PluginsOptions): FoundPlugins {
  const { home } = options;
  const plugins = new Map<string, Plugin>();
  const problems: string[] = [];
  const installed = pluginRecord(home).load();
  if (typeof installed === 'string') problems.push(installed);
  const all = [
    ...ofProject(options),
    ...(typeof installed === 'string' ? [] : installed.map((each) => ofRecord(each, options))),
  ];
  for (const found of all) {
    if (typeof found === 'string') problems.push(found);
    else if (plugins.has(found.name))
      problems.push(
        `Two plugins are called ${found.name}: ${plugins.get(found.name)?.root} is used, ${found.root} is not.`,
      );
    else plugins.set(found.name, found);
  }
  return { plugins: [...plugins.values()], problems };
}

function ofRecord(installed: InstalledPlugin, { home, env, cwd }: PluginsOptions): Plugin | string {
  const { name, folder } = installed;
  const changed = changedSince(installed);
  if (changed !== undefined) return `Plugin ${name} is not used: ${changed}`;
  const loaded = loadPlugin({ folder, cwd, env, dataOf: (of) => dataFolder(home, of) });
  if (!loaded.ok) return `Plugin ${name} is not used: ${loaded.problem}`;
  return loaded.plugin.name === name
    ? loaded.plugin
    : `Plugin ${name} is not used: it is called ${loaded.plugin.name} now`;
}

/** What changed since the person agreed: any file of an installed plugin, but not the texts of a linked one. `undefined` if nothing did. */
export function changedSince({ name, source, folder, files }: InstalledPlugin): string | undefined {
  const content = contentOf(folder, files);
  if (!content.ok) return content.problem;
  const changes = changesBetween(files, content.files).filter(
    ({ path }) => source.kind !== 'link' || !onlySpeaks(path),
  );
  const [first] = changes;
  if (!first) return undefined;
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  return `${first.path}${more} changed since you agreed to it; "coder plugin update ${name}" shows what and asks.`;
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
