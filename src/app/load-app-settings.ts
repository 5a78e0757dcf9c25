/** The settings of one run, with the folders that follow from them. */

import { join } from 'node:path';
import { coderHome } from '../config/coder-home.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { AgentOptions } from './agent-options.ts';

export interface AppSettings extends LoadedSettings {
  /** Coder's own folder in the user's home. */
  home: string;
  /** Coder's folder in the workspace. */
  folder: string;
  sessionsFolder: string;
}

export async function loadAppSettings(options: AgentOptions): Promise<AppSettings> {
  const { cwd, env, flags, configFile } = options;
  const home = coderHome(env);
  const loaded = await loadSettings({ cwd, home, env, flags, ...(configFile !== undefined && { configFile }) });
  const folder = join(cwd, '.coder');
  return { ...loaded, home, folder, sessionsFolder: join(folder, 'sessions') };
}
