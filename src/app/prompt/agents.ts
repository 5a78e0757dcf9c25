/** The agents of a run, from the settings and from files, and the limits of one that the model calls. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { strictestOf } from '../../config/strictness.ts';
import type { Engine, EngineSettings } from '../../core/engine.ts';
import type { AgentsFolder } from '../../integrations/agents.ts';
import { agentFolders, homeFolders } from '../../integrations/extension-folders.ts';
import type { Agent } from '../../protocol/mode.ts';
import type { SubagentTask } from '../../protocol/subagent.ts';
import type { Tool } from '../../protocol/tool.ts';
import { projectPlugins } from '../plugins/plugin-folders.ts';
import type { Run } from '../run.ts';
import { agentItem } from '../trust/items.ts';

export interface AppAgents {
  /** All agents by name, including those of the settings. */
  all(): Readonly<Record<string, Agent>>;
  /** Agents defined in files. */
  added(): readonly Agent[];
  /** Looks for agent files again when next asked. */
  forget(): void;
}

/** Does not load the reader if there are no agent files. */
export async function agentsOf(run: Run, tools: ReadonlyMap<string, Tool>): Promise<AppAgents> {
  const { agents } = run.app.tables;
  const folders = () => [...own, ...run.app.plugins.current.flatMap((plugin) => plugin.agents)];
  const own = foldersOf(run).filter(({ path }) => existsSync(path));
  if (own.length === 0 && !existsSync(projectPlugins(run.options.cwd)) && folders().length === 0)
    return { all: () => agents, added: () => [], forget() {} };
  const { findAgents } = await import('../../integrations/agents.ts');
  const isTaken = (name: string) => Object.hasOwn(agents, name);
  const said = new Set<string>();
  let found: readonly Agent[] | undefined;
  let all: Readonly<Record<string, Agent>> | undefined;
  return {
    all: () => (all ??= { ...Object.fromEntries(added().map((agent) => [agent.name, agent])), ...agents }),
    added,
    forget() {
      found = undefined;
      all = undefined;
    },
  };

  function added(): readonly Agent[] {
    if (found) return found;
    const { agents: read, notices } = findAgents(folders(), { hasTool: (name) => tools.has(name), isTaken });
    for (const notice of notices.filter(({ text }) => !said.has(text))) {
      said.add(notice.text);
      run.warn(notice);
    }
    found = read;
    return found;
  }
}

/** The folders with agent files, nearest first. */
function foldersOf({ app, options }: Run): AgentsFolder[] {
  const { trust, home, userHome, isProjectClosed } = app;
  const { cwd } = options;
  const admits = (path: string, bytes: Buffer) => trust.admits(agentItem(trust.root, path, bytes));
  const own = { path: join(home, 'agents'), style: 'coder' as const };
  const ofProject = agentFolders(cwd)
    .filter(({ path, style }) => path !== own.path && !(isProjectClosed && style === 'coder'))
    .filter(({ style }) => cwd !== userHome || style === 'coder') // in the home folder, those of other agents are the user's
    .map((folder) => ({ ...folder, root: trust.root, admits }));
  return [...ofProject, own, ...(userHome === undefined ? [] : homeFolders(userHome, 'agents'))];
}

/** Looks up the table of agents on each access, so that what the person has just trusted counts at once. */
export function withAgents(settings: EngineSettings, agents: AppAgents): EngineSettings {
  const { modes, presets } = settings.tables;
  return {
    ...settings,
    tables: {
      modes,
      presets,
      get agents() {
        return agents.all();
      },
    },
  };
}

/** Limits an agent that names a mode to work within to the rights of that mode and of its parent. */
export function boundFor(task: SubagentTask, engine: Engine): { task: SubagentTask; engine: Engine } {
  const { tables } = engine.settings;
  const within = tables.modes[tables.agents[task.agent]?.within ?? ''];
  const [given, bound] = [tables.presets[task.mode.preset], tables.presets[within?.preset ?? '']];
  if (!within || !given || !bound) return { task, engine };
  const name = `${given.name} within ${within.name}`;
  const presets = { ...tables.presets, [name]: { ...strictestOf(given, bound), name } };
  const mode = { ...task.mode, preset: name, off: [...new Set([...task.mode.off, ...within.off])] };
  const { modes, agents } = tables;
  return {
    task: { ...task, mode },
    engine: { ...engine, settings: { ...engine.settings, tables: { modes, agents, presets } } },
  };
}
