/** What built-in commands find around a conversation: sessions, models, skills, jobs, commands of one's own. */

import { join } from 'node:path';
import { COMMAND_ROWS } from '../commands/rows.ts';
import type { Around } from '../core/services.ts';
import type { Processes } from '../host/process/process.ts';
import type { CustomCommands } from '../protocol/custom-command.ts';
import type { Session } from '../protocol/session.ts';
import { listSessions } from '../session/list.ts';
import type { SkillSource } from '../tools/skill.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export interface SurroundingsOptions {
  app: AppSettings;
  options: AgentOptions;
  processes: Processes;
  skills: SkillSource;
  session(): Session;
  mask(text: string): string;
}

export function createSurroundings({ app, options, processes, skills, session, mask }: SurroundingsOptions): Around {
  return {
    sessions: (limit) => listSessions(app.sessionsFolder, limit),
    async places(signal) {
      const { findModels } = await import('./find-models.ts');
      return (await findModels(options, signal)).places;
    },
    problemOf(name) {
      const choice = chooseModel(app, options, name);
      return choice.kind === 'refused' ? choice.message : undefined;
    },
    async saveModel(name, signal) {
      const { saveSetting } = await import('../config/save-setting.ts');
      const file = join(app.folder, 'config.json');
      await saveSetting({ file, key: 'model', value: name, signal });
      return file;
    },
    skills: () => skills.list(),
    jobs: () => processes.jobs,
    custom: () => findAppCommands(app),
    async exportSession(format, file, replace) {
      const { exportToFile } = await import('./export-session.ts');
      const { id, entries } = session();
      return exportToFile({ id, entries, format, mask }, { cwd: options.cwd, file, replace });
    },
  };
}

/** A project's own come first: whoever works there means those. */
export async function findAppCommands({ folder, home, tables }: AppSettings): Promise<CustomCommands> {
  const { findCustomCommands } = await import('../integrations/custom-commands.ts');
  const taken = new Set<string>([...COMMAND_ROWS.map(({ name }) => name), ...Object.keys(tables.modes)]);
  return findCustomCommands(
    [
      { path: join(folder, 'commands'), origin: 'project' },
      { path: join(home, 'commands'), origin: 'user' },
    ],
    (name) => taken.has(name),
  );
}
