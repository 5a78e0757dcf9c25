/** How coder is set up here, as commands show it: settings, notes, agents, the machine. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../base/schema.ts';
import { AGENTS } from '../config/modes.ts';
import { placeOf } from '../config/origin.ts';
import { currentBranch } from '../host/git/branch.ts';
import type { ListedSetting, SetupControl } from '../protocol/command.ts';
import { type AppSettings, loadAppSettings } from './load-app-settings.ts';
import type { AppAgents } from './prompt/agents.ts';
import type { PromptSource } from './prompt/prompt-source.ts';
import type { Run } from './run.ts';

const PATIENCE_MS = 15_000;

export function createSetup({ options }: Run, prompts: PromptSource, agents: AppAgents): SetupControl {
  const { cwd, version } = options;
  return {
    version,
    cwd,
    get agents() {
      return Object.values(agents.all()).map(({ name, kind, summary }) => ({
        name,
        kind,
        description: summary,
        isAsShipped: AGENTS.some((shipped) => shipped.name === name && shipped.summary === summary),
      }));
    },
    async builtIn() {
      const { ALIASES, commandRows } = await import('../commands/rows.ts');
      return { commands: commandRows(), aliases: ALIASES };
    },
    branch: () => currentBranch(cwd),
    async settings() {
      const now = await loadAppSettings(options);
      return { files: filesOf(now), changed: changedIn(now) };
    },
    notes: prompts.notes,
    examine: async () => options.examine?.(AbortSignal.timeout(PATIENCE_MS)),
  };
}

function filesOf({ home, folder, isProjectClosed }: AppSettings): string[] {
  const places = [join(home, 'config.json'), ...(isProjectClosed ? [] : [join(folder, 'config.json')])];
  return places.filter((file) => existsSync(file));
}

function changedIn({ settings, origins }: AppSettings): ListedSetting[] {
  return [...origins]
    .filter(([, { source }]) => source !== 'default')
    .map(([key, origin]) => ({ key, value: JSON.stringify(settingAt(settings, key)), where: placeOf(origin) }));
}

/** Takes the longest matching key, because keys of tables may contain dots themselves (`permission.bash.git log *.md`). */
export function settingAt(value: unknown, key: string): unknown {
  if (!isPlainObject(value)) return undefined;
  if (Object.hasOwn(value, key)) return value[key];
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    const section = key.slice(0, dot);
    const found = Object.hasOwn(value, section) ? settingAt(value[section], key.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
