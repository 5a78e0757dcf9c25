/** The settings of one run, with the folders that follow from them. */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CoderError } from '../base/errors.ts';
import { coderHome } from '../base/files/home-folder.ts';
import { type LoadedSettings, loadSettings } from '../config/load-settings.ts';
import { loadWords } from '../words/words.ts';
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
  for (const path of loaded.settings.add_dirs) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const { where, source } = loaded.origins.get('add_dirs') ?? { where: 'settings', source: undefined };
    throw new CoderError(source === 'flag' ? 'usage' : 'config', `${where}: add_dirs: there is no folder ${path}`);
  }
  const folder = join(cwd, '.coder');
  const notices = [...loaded.notices, ...(await unusableFolders(loaded, home, folder)), ...keysInTheOpen(home)];
  return { ...loaded, notices, home, folder, sessionsFolder: join(folder, 'sessions') };
}

/** Neither stops a run: keys may be in the environment, and a session may stay in memory. */
async function unusableFolders(loaded: LoadedSettings, home: string, folder: string): Promise<string[]> {
  const isHomeUsable = canBeFolder(home);
  if (isHomeUsable && !loaded.isProjectClosed) return [];
  const { turn: say } = await loadWords(loaded.settings.lang);
  return [
    ...(isHomeUsable ? [] : [say.homeNotAFolder(home)]),
    ...(loaded.isProjectClosed ? [say.projectClosed(folder)] : []),
  ];
}

/** It is a folder, or one can be made there. */
function canBeFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found || path === dirname(path)) return found?.isDirectory() ?? false;
  return canBeFolder(dirname(path));
}

function keysInTheOpen(home: string): string[] {
  if (process.platform === 'win32') return []; // rights are not in the mode there
  const file = join(home, 'auth.json');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return [];
  return [`${file} holds keys and others may read it; run: chmod 600 ${file}`];
}
