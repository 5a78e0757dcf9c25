/** The actions of `coder plugin`: inspects a plugin, installs it as inspected, compares it with what was agreed to, and removes it. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes } from '../../base/text/format-number.ts';
import { unifiedDiff } from '../../base/text/unified-diff.ts';
import { changesBetween, contentOf } from '../../integrations/plugins/content.ts';
import { copy, sourceOf } from '../../integrations/plugins/fetch-plugin.ts';
import { type InstalledPlugin, type PluginSource, pluginRecord } from '../../integrations/plugins/record.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { changedSince } from './find-plugins.ts';
import { lookAt, type PluginView, type StagedPlugin, stagePlugin } from './stage-plugin.ts';

export interface ListedPlugin {
  name: string;
  source: PluginSource;
  view?: PluginView;
  /** Why it is not used. */
  problem?: Fault;
}

const PATIENCE_MS = 600_000;
const LARGEST_DIFF = 256 * 1024;
export function managePlugins(app: AppSettings, options: AgentOptions) {
  const record = pluginRecord(app.home);
  const home = join(app.home, 'plugins');
  const where = { app, options };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const installed = (): InstalledPlugin[] => {
    const all = record.load();
    return 'says' in all ? [] : all;
  };

  return {
    broken(): Fault | undefined {
      const all = record.load();
      return 'says' in all ? all : undefined;
    },
    sourceOf: (typed: string, path?: string) => sourceOf(typed, options.cwd, path),
    find: (name: string) => installed().find((each) => each.name === name),
    names: () => installed().map(({ name }) => name),
    async list(): Promise<ListedPlugin[]> {
      return Promise.all(
        installed().map(async (each) => {
          const { name, source, folder } = each;
          const changed = changedSince(each);
          const read = await lookAt(folder, where);
          const problem = changed ?? ('problem' in read ? read.problem : undefined);
          return {
            name,
            source,
            ...('view' in read && { view: read.view }),
            ...(problem !== undefined && { problem }),
          };
        }),
      );
    },
    look: (folder: string) => lookAt(folder, where),
    stage: (source: PluginSource) => stagePlugin(source, where),
    /** What would change, as diffs; files that are not text by size and hash. */
    diff: (installed: InstalledPlugin, staged: StagedPlugin) =>
      diffOf(installed, installed.source.kind === 'link' ? copyOf(installed.name) : installed.folder, staged),
    changes: ({ files }: InstalledPlugin, staged: StagedPlugin) => changesBetween(files, staged.files),
    /** Puts the inspected plugin into use. */
    async install({ source, folder, view }: StagedPlugin): Promise<void> {
      const target = source.kind === 'link' ? folder : join(home, view.name);
      if (source.kind === 'link') keepCopy(view.name, folder);
      else {
        rmSync(target, { recursive: true, force: true });
        renameSync(folder, target);
      }
      const content = contentOf(target);
      if (!content.ok) throw new Error(content.problem.text);
      await record.put({ name: view.name, source, folder: target, files: content.files }, signal);
    },
    async remove({ name, source, folder }: InstalledPlugin): Promise<void> {
      await record.remove(name, signal);
      rmSync(source.kind === 'link' ? copyOf(name) : folder, { recursive: true, force: true });
      rmSync(join(app.home, 'plugin-data', name), { recursive: true, force: true });
    },
  };

  function copyOf(name: string): string {
    return join(home, '.linked', name);
  }

  /** Keeps a copy to compare with when the linked plugin has changed. */
  function keepCopy(name: string, folder: string): void {
    rmSync(copyOf(name), { recursive: true, force: true });
    mkdirSync(join(home, '.linked'), { recursive: true, mode: 0o700 });
    copy(folder, copyOf(name));
  }
}

/** The text of the file; its size if it is not text or too long to compare; `null` if it does not exist. */
function textAt(path: string): string | number | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return bytes.length > LARGEST_DIFF || bytes.includes(0) ? bytes.length : bytes.toString('utf8');
}

async function diffOf({ files }: InstalledPlugin, before: string, staged: StagedPlugin): Promise<string> {
  const markOf = (path: string) => staged.files.find((file) => file.path === path)?.mark ?? '–';
  const diffs = changesBetween(files, staged.files).map(async ({ path }) => {
    const [old, now] = [textAt(join(before, path)), textAt(join(staged.folder, path))];
    if (typeof old === 'number' || typeof now === 'number')
      return `${path}: ${formatBytes(typeof now === 'number' ? now : 0)}, ${markOf(path)}\n`;
    const { diff } = await unifiedDiff(path, old, now);
    return diff === '' ? `${path}: ${markOf(path)}\n` : diff;
  });
  return (await Promise.all(diffs)).join('');
}
