/** The plugins that the person has installed or linked: where each came from, and exactly what was approved. */

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { withLock } from '../../base/files/file-lock.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { parseObject } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { PinnedFile } from './content.ts';

export interface PluginSource {
  /** `link`: the plugin is used in place. */
  kind: 'path' | 'git' | 'npm' | 'link';
  /** A folder, an address, or the name of a package. */
  from: string;
  /** A folder within the source. */
  path?: string;
}

export interface InstalledPlugin {
  name: string;
  source: PluginSource;
  /** The plugin's folder. */
  folder: string;
  files: readonly PinnedFile[];
}

export interface PluginRecord {
  /** A fault says why none of them can be used. */
  load(): InstalledPlugin[] | Fault;
  /** Puts one in, or in the place of the one of its name. */
  put(plugin: InstalledPlugin, signal: AbortSignal): Promise<void>;
  remove(name: string, signal: AbortSignal): Promise<void>;
}

/** `home` is coder's own folder. */
export function pluginRecord(home: string): PluginRecord {
  const file = join(home, 'plugins.json');
  return {
    load,
    put: (plugin, signal) => change(signal, (all) => [...all.filter(({ name }) => name !== plugin.name), plugin]),
    remove: (name, signal) => change(signal, (all) => all.filter((each) => each.name !== name)),
  };

  function load(): InstalledPlugin[] | Fault {
    const text = readIfThere(file);
    if (text === undefined) return [];
    const { plugins } = parseObject(text);
    return Array.isArray(plugins) && plugins.every(isInstalled) ? plugins : extensionFault('pluginsBroken', file);
  }

  async function change(signal: AbortSignal, how: (all: InstalledPlugin[]) => InstalledPlugin[]): Promise<void> {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await withLock(`${file}.lock`, signal, async () => {
      const all = load();
      const plugins = how('says' in all ? [] : all).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      await writeAtomic(file, `${JSON.stringify({ plugins })}\n`, { mode: 0o600, durable: true });
    });
  }
}

function isInstalled(value: unknown): value is InstalledPlugin {
  if (!isPlainObject(value) || !isPlainObject(value.source) || !Array.isArray(value.files)) return false;
  return [value.name, value.folder, value.source.from, value.source.kind].every((text) => typeof text === 'string');
}
