/** Gathers what the model is told besides what was typed: the system prompt, built once per run, and skills. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from '../../base/files/paths.ts';
import type { HiddenKind } from '../../base/text/hidden-characters.ts';
import { type PromptFacts, type PromptSetting, systemPrompt } from '../../context/system-prompt.ts';
import { byProject } from '../../core/verify/choose-command.ts';
import { createMemoryFile } from '../../host/files/memory-file.ts';
import { type NoteProblem, projectNotes } from '../../host/files/project-notes.ts';
import { currentBranch } from '../../host/git/branch.ts';
import { projectRoot, repositoryTop } from '../../host/git/git-folder.ts';
import type { FoundRules } from '../../integrations/rules.ts';
import type { Skill } from '../../integrations/skill.ts';
import { findSkills } from '../../integrations/skills.ts';
import type { ListedSkill } from '../../protocol/command.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Agent } from '../../protocol/mode.ts';
import { projectKey } from '../../session/grants.ts';
import type { MemoryDeps } from '../../tools/memory.ts';
import type { SkillSource } from '../../tools/skill.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { inTheirWords } from '../../words/fault.ts';
import { loadWords } from '../../words/words.ts';
import type { Run } from '../run.ts';
import type { Project } from '../trust/find-items.ts';
import { instructionsItem } from '../trust/items.ts';
import { itemsOf } from '../trust/may-have-items.ts';
import type { ProjectTrust } from '../trust/project-trust.ts';
import { trustedFiles } from '../trust/trusted-files.ts';
import { skillFolders } from './skill-folders.ts';

export interface PromptSource {
  /** `others` are the added agents that the model can delegate to. */
  systemPrompt(agent: Agent, setting: PromptSetting, others?: readonly Agent[]): Promise<string>;
  skills: SkillSource;
  /** The same for a person. */
  listedSkills(): Promise<readonly ListedSkill[]>;
  memory: MemoryDeps['memory'];
  /** Notes kept from earlier sessions, as they are now. */
  remembered(): readonly { path: string; text: string }[];
  /** Discards what was found, so that the next turn looks again. */
  forget(): void;
  /** The files that every conversation begins with. */
  notes(): Promise<{ path: string; lines: number }[]>;
}

export function createPromptSource(run: Run): PromptSource {
  const { app, options, mask, warn } = run;
  const { cwd } = options;
  const { trust } = app;
  const { instructions, skills: more } = app.settings;
  for (const file of instructions) if (!existsSync(file)) warn(extensionFault('instructionsMissing', file));
  for (const folder of more.paths) if (!existsSync(folder)) warn(extensionFault('skillsFolderMissing', folder));
  let found: readonly Skill[] | undefined;
  let facts: ReturnType<typeof gather> | undefined;
  const skills: SkillSource = {
    list: async () => findOnce().map(({ name, description, path }) => ({ name, description, path })),
    load: async (name) => findOnce().find((skill) => skill.name === name),
  };
  const [projects, global] = [join(app.home, 'projects'), join(app.home, 'memory.md')];
  const memoryPaths = [projects, global];
  const project = () => join(projects, projectKey(cwd), 'memory.md');
  const file = createMemoryFile({ cwd, mask, global, project });
  return {
    skills,
    listedSkills: async () => findOnce(),
    memory: {
      async save(fact) {
        const saved = await file.save(fact);
        facts = undefined; // the next turn begins with it
        return saved;
      },
    },
    remembered,
    forget() {
      facts = undefined;
      found = undefined;
    },
    async notes() {
      facts ??= gather();
      return (await facts).notes.map(({ path, text }) => ({ path, lines: text.split('\n').length }));
    },
    async systemPrompt(agent, setting, others = []) {
      facts ??= gather();
      const agents = others.map(({ name, summary }) => ({ name, description: summary }));
      return mask(systemPrompt(agent, { ...(await facts), agents }, setting));
    },
  };

  /** Checks the paths first, so that the project's key is not computed in vain. */
  function remembered() {
    return memoryPaths.some((path) => existsSync(path)) ? file.notes() : [];
  }

  async function gather() {
    const ofPlugins = app.plugins.current.flatMap((plugin) => plugin.notes);
    const admits = (path: string, bytes: Buffer) => trust.admits(instructionsItem(trust.root, path, bytes));
    const given = [...app.settings.instructions, ...ofPlugins];
    const { notes, problems, instead } = projectNotes(cwd, app.home, given, admits);
    const rules = await rulesOf(cwd, admits);
    for (const problem of [...problems, ...rules.problems]) warn(noteFault(problem));
    if (instead.length > 0) await sayWhichAreRead(instead, run);
    return {
      cwd,
      platform: `${process.platform} ${process.arch}`,
      date: new Date().toISOString().slice(0, 10),
      isGitRepository: repositoryTop(cwd) !== undefined,
      ...(await projectFacts({ cwd, home: app.home, root: trust.root }, trust)),
      notes: [...notes, ...rules.notes, ...remembered()],
      skills: await skills.list(),
    };
  }

  function findOnce(): readonly Skill[] {
    found ??= find();
    return found;
  }

  function find(): readonly Skill[] {
    const { skills: all, notices } = findSkills(skillFolders(app));
    for (const notice of notices) warn(notice);
    return all;
  }
}

function noteFault(problem: NoteProblem): Fault {
  return problem.kind === 'foreign'
    ? extensionFault('notRead', problem.path)
    : extensionFault('hiddenCharacters', problem.path, hiddenKinds(problem.characters));
}

function hiddenKinds(kinds: readonly HiddenKind[]): Fault {
  const [first, ...more] = kinds.map((kind) => extensionFault(HIDDEN_KINDS[kind]));
  return more.reduce((before, next) => extensionFault('listed', before, next), first ?? inTheirWords(''));
}

const HIDDEN_KINDS = {
  tags: 'tagCharacters',
  bidi: 'bidiControls',
  'zero-width': 'zeroWidth',
  selectors: 'variationSelectors',
} as const satisfies Record<HiddenKind, string>;

/** Does not load the reader if there are no rules. */
async function rulesOf(cwd: string, admits: (path: string, bytes: Buffer) => boolean): Promise<FoundRules> {
  const root = projectRoot(cwd);
  const folders = upwards(cwd, root);
  if (!folders.some((folder) => existsSync(join(folder, '.claude', 'rules')))) return { notes: [], problems: [] };
  const { findRules, ruleFiles } = await import('../../integrations/rules.ts');
  return findRules(ruleFiles(folders), { cwd, root }, admits);
}

/** Tells the person which files of other agents are read because there is no AGENTS.md. */
async function sayWhichAreRead(files: readonly string[], { app, person }: Run): Promise<void> {
  const { turn: say } = await loadWords(app.settings.lang);
  person.emit({ type: 'notice', level: 'info', view: { title: say.readInstead(files.join(', ')) } });
}

const MOST_NAMES = 30;

/** True if the name cannot be read as a sentence; file names are data, not instructions. */
function isPlainName(name: string): boolean {
  return (
    /^(?!\.)[\w.@+-]{1,60}$/.test(name) || (/[^\x00-\x7f]/.test(name) && /^(?!\.)[\p{L}\p{N}._@+-]{1,60}$/u.test(name))
  );
}

/** Facts from a look at the folder; nothing in the project is run. */
async function projectFacts(
  project: Project,
  trust: ProjectTrust,
): Promise<Pick<PromptFacts, 'branch' | 'top' | 'check'>> {
  const { cwd } = project;
  const files = trustedFiles(cwd, trust);
  const choice = byProject(files, []);
  const branch = currentBranch(cwd);
  const isTrusted = (await itemsOf(project)).every(trust.admits); // file names are words, too
  const shown = (isTrusted ? files.names : [])
    .filter((name) => isPlainName(name) && name !== 'node_modules')
    .toSorted();
  const rest = shown.length - MOST_NAMES;
  return {
    top: rest > 0 ? [...shown.slice(0, MOST_NAMES), `and ${rest} more`] : shown,
    ...(choice.kind === 'run' && { check: choice.command }),
    ...(branch !== undefined && { branch }),
  };
}
