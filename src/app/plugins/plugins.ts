/** The plugins of a run: installed ones, as they were agreed to, and those of a project once it is trusted. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isClosedFolder } from '../../base/files/folder.ts';
import type { Plugin } from '../../integrations/plugins/plugin.ts';
import type { Fault } from '../../protocol/fault.ts';
import { type PluginsOptions, projectPlugins } from './plugin-folders.ts';

export interface AppPlugins {
  /** The plugins in use; empty before `list` was called. */
  readonly current: readonly Plugin[];
  /** Why other plugins are not used. */
  readonly problems: readonly Fault[];
  list(): Promise<readonly Plugin[]>;
  /** Looks for plugins again when next asked, because what may be used has changed. */
  forget(): void;
}

/** Loads the reader only if there may be a plugin. */
export function createAppPlugins(options: PluginsOptions): AppPlugins {
  let find: (() => { plugins: readonly Plugin[]; problems: readonly Fault[] }) | undefined;
  let found: ReturnType<NonNullable<typeof find>> | undefined;
  return {
    get current() {
      found ??= find?.();
      return found?.plugins ?? [];
    },
    get problems() {
      return found?.problems ?? [];
    },
    async list() {
      if (!find && mayHavePlugins(options)) {
        const { findPlugins } = await import('./find-plugins.ts');
        find = () => findPlugins(options);
      }
      return this.current;
    },
    forget: () => void (found = undefined),
  };
}

function mayHavePlugins({ cwd, home }: PluginsOptions): boolean {
  if (existsSync(join(home, 'plugins.json'))) return true;
  return join(cwd, '.coder') !== home && !isClosedFolder(join(cwd, '.coder')) && existsSync(projectPlugins(cwd));
}
