/** The commands that the person, the project and plugins add, nearest first. */

import { join } from 'node:path';
import { commandRows } from '../../commands/rows.ts';
import type { CommandsFolder } from '../../integrations/custom-commands.ts';
import { commandFolders, homeFolders } from '../../integrations/extension-folders.ts';
import type { CustomCommands } from '../../protocol/custom-command.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { commandItem } from '../trust/items.ts';

/** Puts the project's commands first, because they are the ones meant when working there. */
export async function findAppCommands(app: AppSettings): Promise<CustomCommands> {
  const { findCustomCommands } = await import('../../integrations/custom-commands.ts');
  const taken = new Set<string>([
    ...commandRows()
      .filter(({ isWeak }) => !isWeak)
      .map(({ name }) => name),
    ...Object.keys(app.tables.modes),
  ]);
  const ofPlugins = (await app.plugins.list()).flatMap(({ commands }) => commands);
  return findCustomCommands([...foldersOf(app), ...ofPlugins], (name) => taken.has(name));
}

function foldersOf({ cwd, home, userHome, isProjectClosed, trust }: AppSettings): CommandsFolder[] {
  const admits = (path: string, bytes: Buffer) => trust.admits(commandItem(trust.root, path, bytes));
  const own = join(home, 'commands');
  const ofProject = commandFolders(cwd)
    .filter(({ path, style }) => path !== own && !(isProjectClosed && style === 'coder'))
    .filter(({ style }) => cwd !== userHome || style === 'coder') // in the home folder, those of other agents are the user's
    .map(({ path }) => ({ path, origin: 'project' as const, root: trust.root, admits }));
  const ofHome = [own, ...(userHome === undefined ? [] : homeFolders(userHome, 'commands').map(({ path }) => path))];
  return [...ofProject, ...ofHome.map((path) => ({ path, origin: 'user' as const }))];
}
