/** Finds everything in a project that can act or speak, only by looking: nothing is run, and no link is followed out of the project. */

import { join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { filesBelow } from '../../base/files/files-below.ts';
import { isClosedFolder, readableNames } from '../../base/files/folder.ts';
import { isInside, relativeTo, upwards } from '../../base/files/paths.ts';
import { readOwned } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { objectIn } from '../../config/jsonc.ts';
import { beyondTightening } from '../../config/project-share.ts';
import { bringsIn, followImports } from '../../host/files/note-imports.ts';
import { noteIn } from '../../host/files/project-notes.ts';
import { agentFolders, commandFolders, PROJECT_SKILLS } from '../../integrations/extension-folders.ts';
import { ruleFiles } from '../../integrations/rules.ts';
import type { TrustItem, TrustProblem } from '../../protocol/trust.ts';
import { projectPlugins } from '../plugins/plugin-folders.ts';
import { hooksOf } from './hook-item.ts';
import {
  agentItem,
  commandItem,
  instructionsItem,
  type ProjectFolders,
  serverItem,
  settingsItem,
  skillItem,
} from './items.ts';
import { languageServersOf } from './language-server.ts';
import { itemOf } from './part.ts';
import { pluginItem } from './plugin-item.ts';

export interface Project extends ProjectFolders {
  /** coder's own folder; everything in it is the user's. */
  home: string;
}

/** Further items of a kind are listed only as a number, and stay unused. */
const MOST_OF_A_KIND = 200;
const LONGEST = 1024 * 1024;
/** How deep agents and commands may be in their folders. */
const DEPTH = 3;

/** One function per kind; items found twice count once. */
const SOURCES: readonly ((project: Project, settings: Record<string, unknown>) => TrustItem[])[] = [
  settingsOf,
  instructionsOf,
  skillsOf,
  commandsOf,
  agentsOf,
  pluginsOf,
  serversOf,
  languageServersOf,
  hooksOf,
];

export function findItems(project: Project): TrustItem[] {
  const settings = projectSettings(project)?.values ?? {};
  const items = SOURCES.flatMap((source) => source(project, settings));
  return [...new Map(items.map((item) => [item.name, item])).values()];
}

function settingsOf(project: Project, settings: Record<string, unknown>): TrustItem[] {
  const file = projectSettings(project);
  return file && beyondTightening(settings).length > 0 ? [settingsItem(project.root, file.path, file.bytes)] : [];
}

/** The project's settings file, if readable; errors in it are reported when it is loaded. */
function projectSettings({
  cwd,
  root,
  home,
}: Project): { path: string; bytes: Buffer; values: Record<string, unknown> } | undefined {
  const path = join(cwd, '.coder', 'config.json');
  if (isInside(home, path) || isClosedFolder(join(cwd, '.coder'))) return undefined;
  const bytes = read(path, root);
  if (!Buffer.isBuffer(bytes)) return undefined;
  return { path, bytes, values: objectIn(bytes.toString('utf8')) ?? {} };
}

function instructionsOf({ cwd, root }: Project, { instructions }: Record<string, unknown>): TrustItem[] {
  const folders = upwards(cwd, root);
  const named = Array.isArray(instructions) ? instructions.map((file) => resolve(cwd, String(file))) : [];
  const notes = folders.flatMap((folder) => noteIn(folder) ?? []);
  const textOf = (file: string) => {
    const bytes = read(file, root);
    return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : undefined;
  };
  const imports = notes.filter(bringsIn).flatMap((file) => followImports(file, textOf(file) ?? '', root, textOf));
  const files = new Set([...notes, ...imports, ...ruleFiles(folders), ...named]);
  return [...files]
    .filter((file) => isInside(root, file))
    .flatMap((file) => fileItem(file, root, 'instructions', instructionsItem));
}

function skillsOf({ cwd, root, home }: Project, { skills }: Record<string, unknown>): TrustItem[] {
  const more = isPlainObject(skills) && Array.isArray(skills.paths) ? skills.paths.map(String) : [];
  const folders = [...PROJECT_SKILLS, ...more].map((folder) => resolve(cwd, folder));
  return folders
    .filter((folder) => isInside(root, folder) && !isInside(home, folder))
    .flatMap((folder) =>
      bounded(folder, root, 'skill', readableNames(folder).toSorted(), (name) =>
        fileItem(join(folder, name, 'SKILL.md'), root, 'skill', skillItem),
      ),
    );
}

function commandsOf(project: Project): TrustItem[] {
  return commandFolders(project.cwd).flatMap(({ path }) => textsIn(path, project, 'command', commandItem));
}

function agentsOf(project: Project): TrustItem[] {
  return agentFolders(project.cwd).flatMap(({ path }) => textsIn(path, project, 'agent', agentItem));
}

function textsIn(folder: string, { root, home }: Project, kind: 'command' | 'agent', build: Builder): TrustItem[] {
  if (isInside(home, folder)) return [];
  const isWanted = (name: string) => name.endsWith('.md') || (kind === 'command' && name.endsWith('.toml'));
  const names = filesBelow(folder, { depth: DEPTH, most: 10 * MOST_OF_A_KIND, isWanted });
  return bounded(folder, root, kind, names, (name) => fileItem(join(folder, name), root, kind, build));
}

/** One item per plugin folder. */
function pluginsOf({ cwd, root, home }: Project): TrustItem[] {
  const folder = projectPlugins(cwd);
  if (isInside(home, folder)) return [];
  return bounded(
    folder,
    root,
    'plugin',
    readableNames(folder).toSorted(),
    (name) => pluginItem(root, join(folder, name)) ?? [],
  );
}

/** One item per entry, in the project's settings and in the file that other agents read. */
function serversOf(project: Project, settings: Record<string, unknown>): TrustItem[] {
  const { cwd, root } = project;
  const shared = join(cwd, '.mcp.json');
  const bytes = read(shared, root);
  const values = Buffer.isBuffer(bytes) ? objectIn(bytes.toString('utf8')) : undefined;
  const broken = typeof bytes === 'string' ? fileItem(shared, root, 'server', settingsItem) : [];
  const files: [file: string, servers: unknown][] = [
    [join(cwd, '.coder', 'config.json'), settings.mcpServers],
    [shared, values?.mcpServers],
  ];
  const items = files.flatMap(([file, servers]) =>
    Object.entries(isPlainObject(servers) ? servers : {}).map(([name, entry]) =>
      serverItem(root, cwd, file, name, entry),
    ),
  );
  return [...broken, ...items.slice(0, MOST_OF_A_KIND)];
}

type Builder = (root: string, file: string, bytes: Buffer) => TrustItem;

function fileItem(file: string, root: string, kind: TrustItem['kind'], build: Builder): TrustItem[] {
  const found = read(file, root);
  if (found === undefined) return [];
  if (Buffer.isBuffer(found)) return [build(root, file, found)];
  const path = relativeTo(root, file);
  return [itemOf(kind, path, [{ path, problem: found }])];
}

function bounded(
  folder: string,
  root: string,
  kind: TrustItem['kind'],
  names: readonly string[],
  itemsOf: (name: string) => TrustItem | TrustItem[],
): TrustItem[] {
  const items = names.slice(0, MOST_OF_A_KIND).flatMap(itemsOf);
  const rest = names.length - MOST_OF_A_KIND;
  if (rest <= 0) return items;
  const path = `${relativeTo(root, folder)}/… (${rest} more)`;
  return [...items, itemOf(kind, path, [{ path, problem: 'too-many' }])];
}

function read(file: string, root: string): Buffer | TrustProblem | undefined {
  try {
    const found = readOwned(file, root, LONGEST);
    if (found === 'missing') return undefined;
    if (found === 'foreign') return 'leads-out';
    if (found === 'no-file') return 'unreadable';
    return found.size > LONGEST ? 'too-large' : found.bytes;
  } catch (error) {
    if (codeOf(error)) return 'unreadable';
    throw error;
  }
}
