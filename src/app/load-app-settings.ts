/** Loads the settings of one run, with the folders that follow from them. */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { coderHome, homeFolder } from '../base/files/home-folder.ts';
import { type LoadedSettings, loadSettings } from '../config/load-settings.ts';
import { placeOf } from '../config/origin.ts';
import { projectRoot } from '../host/git/git-folder.ts';
import type { Fault } from '../protocol/fault.ts';
import { fault, faultError, faultWith, saidIn } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';
import type { AgentOptions } from './agent-options.ts';
import { type AppPlugins, createAppPlugins } from './plugins/plugins.ts';
import type { Project } from './trust/find-items.ts';
import { settingsItem } from './trust/items.ts';
import { itemsOf } from './trust/may-have-items.ts';
import { openTrust, type ProjectTrust, setHash } from './trust/project-trust.ts';

export interface AppSettings extends Omit<LoadedSettings, 'notices'> {
  /** What was ignored and why, one line each. */
  notices: string[];
  /** The working folder. */
  cwd: string;
  /** coder's own folder in the user's home. */
  home: string;
  /** The user's home itself, where other agents keep their files; absent for an account without one. */
  userHome?: string;
  /** coder's folder in the workspace. */
  folder: string;
  sessionsFolder: string;
  /** Decides which parts of the project may be used. */
  trust: ProjectTrust;
  plugins: AppPlugins;
}

export async function loadAppSettings(options: AgentOptions): Promise<AppSettings> {
  const { cwd, env, flags, configFile } = options;
  const home = coderHome(env);
  const trust = openTrust(home, projectRoot(cwd));
  const otherSet =
    options.trust === undefined ? undefined : await acceptSet(trust, { cwd, home, root: trust.root }, options.trust);
  const admits = (file: string, bytes: Buffer) => trust.admits(settingsItem(trust.root, file, bytes));
  const file = configFile !== undefined && { configFile };
  const loaded = await loadSettings({ cwd, home, env, flags, admits, ...file });
  trust.texts = loaded.settings.trust.texts;
  for (const path of loaded.settings.add_dirs) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const origin = loaded.origins.get('add_dirs');
    const place = origin ? placeOf(origin) : fault('theSettings');
    throw faultError(origin?.source === 'flag' ? 'usage' : 'config', faultWith('noAddedFolder', place, path));
  }
  const folder = join(cwd, '.coder');
  const notices = [
    ...(await inWords([...loaded.notices, ...keysInTheOpen(home)], loaded)),
    ...(otherSet ? [(await loadWords(loaded.settings.lang)).trust.otherSet(options.trust ?? '', otherSet)] : []),
    ...(await unusableFolders(loaded, home, folder)),
  ];
  const userHome = homeFolder(env);
  return {
    ...loaded,
    notices,
    cwd,
    home,
    ...(userHome !== undefined && { userHome }),
    folder,
    sessionsFolder: options.sessionsFolder ?? join(folder, 'sessions'),
    trust,
    plugins: createAppPlugins({ cwd, home, env, trust }),
  };
}

async function inWords(notices: readonly Fault[], { settings }: LoadedSettings): Promise<string[]> {
  if (notices.length === 0) return [];
  const { faults } = await loadWords(settings.lang);
  return notices.map((notice) => saidIn(notice, faults));
}

/** Accepts the wanted set; returns the hash of the actual set if it differs. */
async function acceptSet(trust: ProjectTrust, project: Project, wanted: string): Promise<string | undefined> {
  const items = await itemsOf(project);
  return trust.acceptSet(items, wanted) ? undefined : setHash(items);
}

/** Warns about unusable folders, which do not stop a run: keys may be in the environment, and a session may stay in memory. */
async function unusableFolders(loaded: LoadedSettings, home: string, folder: string): Promise<string[]> {
  const isHomeUsable = canBeFolder(home);
  if (isHomeUsable && !loaded.isProjectClosed) return [];
  const { turn: say } = await loadWords(loaded.settings.lang);
  return [
    ...(isHomeUsable ? [] : [say.homeNotAFolder(home)]),
    ...(loaded.isProjectClosed ? [say.projectClosed(folder)] : []),
  ];
}

/** True if the path is a folder or one can be created there. */
function canBeFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found || path === dirname(path)) return found?.isDirectory() ?? false;
  return canBeFolder(dirname(path));
}

function keysInTheOpen(home: string): Fault[] {
  if (process.platform === 'win32') return []; // there the mode does not hold the rights
  const file = join(home, 'auth.json');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return [];
  return [fault('keysReadable', file)];
}
