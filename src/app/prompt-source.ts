/** What the model is told that nobody typed: the system prompt, gathered once a run, skills and custom commands. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND_ROWS } from '../commands/rows.ts';
import { systemPrompt } from '../context/system-prompt.ts';
import { createMemoryFile } from '../host/files/memory-file.ts';
import { projectNotes } from '../host/files/project-notes.ts';
import { repositoryTop } from '../host/git/git-folder.ts';
import type { Skill } from '../integrations/skill.ts';
import { findSkills } from '../integrations/skills.ts';
import type { CustomCommands } from '../protocol/custom-command.ts';
import type { Agent } from '../protocol/mode.ts';
import { projectKey } from '../session/grants.ts';
import type { MemoryDeps } from '../tools/memory.ts';
import type { SkillSource } from '../tools/skill.ts';
import type { AppSettings } from './load-app-settings.ts';
import type { Run } from './run.ts';

export interface PromptSource {
  systemPrompt(agent: Agent): Promise<string>;
  skills: SkillSource;
  memory: MemoryDeps['memory'];
}

export function createPromptSource({ app, options, mask, warn }: Run): PromptSource {
  const { cwd } = options;
  const { instructions, skills: more } = app.settings;
  for (const file of instructions) if (!existsSync(file)) warn(`instructions: there is no file ${file}`);
  for (const folder of more.paths) if (!existsSync(folder)) warn(`skills.paths: there is no folder ${folder}`);
  let found: readonly Skill[] | undefined;
  let facts: ReturnType<typeof gather> | undefined;
  const skills: SkillSource = {
    list: async () => findOnce().map(({ name, description, path }) => ({ name, description, path })),
    load: async (name) => findOnce().find((skill) => skill.name === name),
  };
  const [projects, global] = [join(app.home, 'projects'), join(app.home, 'memory.md')];
  const memoryPlaces = [projects, global];
  const project = () => join(projects, projectKey(cwd), 'memory.md');
  const file = createMemoryFile({ cwd, mask, global, project });
  return {
    skills,
    memory: {
      async save(fact) {
        const saved = await file.save(fact);
        facts = undefined; // the next turn begins with it
        return saved;
      },
    },
    async systemPrompt(agent) {
      facts ??= gather();
      return systemPrompt(agent, await facts);
    },
  };

  async function gather() {
    const { notes, problems } = projectNotes(cwd, app.home, app.settings.instructions);
    for (const problem of problems) warn(problem);
    const remembered = memoryPlaces.some((place) => existsSync(place)) ? file.notes() : []; // the project's key is not worked out for nothing
    return {
      cwd,
      platform: `${process.platform} ${process.arch}`,
      date: new Date().toISOString().slice(0, 10),
      isGitRepository: repositoryTop(cwd) !== undefined,
      notes: [...notes, ...remembered],
      skills: await skills.list(),
    };
  }

  function findOnce(): readonly Skill[] {
    found ??= find();
    return found;
  }

  function find(): readonly Skill[] {
    const folders = [
      ...(app.isProjectClosed ? [] : [join(cwd, '.coder', 'skills')]),
      join(cwd, '.claude', 'skills'),
      join(cwd, '.agents', 'skills'),
      join(app.home, 'skills'),
      ...app.settings.skills.paths,
    ];
    const { skills: all, notices } = findSkills(folders, repositoryTop(cwd) ?? cwd);
    for (const notice of notices) warn(notice);
    return all;
  }
}

/** A project's own come first: they are meant when one works there. */
export async function findAppCommands({ folder, home, tables, isProjectClosed }: AppSettings): Promise<CustomCommands> {
  const { findCustomCommands } = await import('../integrations/custom-commands.ts');
  const taken = new Set<string>([...COMMAND_ROWS.map(({ name }) => name), ...Object.keys(tables.modes)]);
  return findCustomCommands(
    [
      ...(isProjectClosed
        ? []
        : [{ path: join(folder, 'commands'), origin: 'project' as const, root: dirname(folder) }]),
      { path: join(home, 'commands'), origin: 'user' },
    ],
    (name) => taken.has(name),
  );
}
