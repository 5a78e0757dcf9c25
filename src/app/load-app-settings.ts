/** The settings of one run, with the folders that follow from them. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';
import { type LoadedSettings, loadSettings } from '../config/load-settings.ts';
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
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CoderError(
      'config',
      `${home} must be a folder, since coder keeps its files there; set CODER_HOME to use another.`,
    );
  const loaded = await loadSettings({ cwd, home, env, flags, ...(configFile !== undefined && { configFile }) });
  for (const path of loaded.settings.add_dirs) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const { where, source } = loaded.origins.get('add_dirs') ?? { where: 'settings', source: undefined };
    throw new CoderError(source === 'flag' ? 'usage' : 'config', `${where}: add_dirs: there is no folder ${path}`);
  }
  const folder = join(cwd, '.coder');
  const notices = [...loaded.notices, ...keysInTheOpen(home)];
  return { ...loaded, notices, home, folder, sessionsFolder: join(folder, 'sessions') };
}

function keysInTheOpen(home: string): string[] {
  if (process.platform === 'win32') return []; // rights are not in the mode there
  const file = join(home, 'auth.json');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return [];
  return [`${file} holds keys and others may read it; run: chmod 600 ${file}`];
}
