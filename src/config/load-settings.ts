/** Loads the settings in force: defaults ← user ← project ← --config ← environment ← flags, each with its origin. */

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CoderError } from '../base/errors.ts';
import { isClosedFolder } from '../base/files/folder.ts';
import { expandHome, isInside, shownPath, withTilde } from '../base/files/paths.ts';
import { isPlainObject, parse } from '../base/schema.ts';
import { type Fault, faultLines } from '../protocol/fault.ts';
import { fault, faultError, faultsOf, faultWith, visibleFault } from '../words/fault.ts';
import {
  type Environment,
  type EnvironmentLayer,
  environmentSettings,
  localeSettings,
} from './environment-settings.ts';
import { explainIssue, keyAt } from './explain-issue.ts';
import { mergeSettings, normalise } from './merge-settings.ts';
import { type Origin, placeOf } from './origin.ts';
import { readProjectFile } from './project-file.ts';
import { beyondTightening, onlyTightening, shareOf } from './project-share.ts';
import { resolveTables, type Tables } from './resolve-tables.ts';
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts';
import { readSettingsFile, type SettingsFile } from './settings-file.ts';
import { valueAt } from './value-at.ts';

export interface LoadOptions {
  /** The working folder; the project's file is `.coder/config.json` in it. */
  cwd: string;
  /** coder's own folder, see `coderHome`. */
  home: string;
  /** The file given with `--config`: the user's own, so it may set anything. */
  configFile?: string;
  env: Environment;
  flags: SettingsInput;
  /** True if the person agreed to these bytes of the project's file; until then it can only tighten. */
  admits(file: string, bytes: Buffer): boolean;
}

export interface LoadedSettings {
  settings: Settings;
  /** Modes, agents and presets in force. */
  tables: Tables;
  /** By dotted key; every value in `settings` has one. */
  origins: ReadonlyMap<string, Origin>;
  /** What was ignored and why, one line each. */
  notices: Fault[];
  /** True if the project's `.coder` belongs to another user and cannot be read, so there are no project settings. */
  isProjectClosed: boolean;
  /** True if the person agreed to the project's settings, or they only tighten. */
  isProjectTrusted: boolean;
  /** Files that name MCP servers, unprocessed: each entry is accepted or left out on its own. */
  serverFiles: readonly NamedFile[];
  /** Files that name hooks, unprocessed. */
  hookFiles: readonly NamedFile[];
  /** The model that a file names, and where. */
  modelInFile?: { name: string; where: string };
}

type NamedFile = SettingsFile & { source: 'user' | 'project'; path: string };

interface Layer {
  source: Origin['source'];
  values: Record<string, unknown>;
  /** Where this layer sets a key. */
  where(path: readonly (string | number)[]): string;
}

/** Throws `CoderError('config')` with one readable message if a file or a value is wrong, `usage` if a flag is. */
export async function loadSettings(options: LoadOptions): Promise<LoadedSettings> {
  const { cwd, home, env, flags } = options;
  const userFile = join(home, 'config.json');
  const projectFolder = join(cwd, '.coder');
  const projectFile = join(projectFolder, 'config.json');
  const user = readSettingsFile(userFile, shortPath(userFile, cwd));
  const isClosed = isClosedFolder(projectFolder);
  const hasProject = projectFile !== userFile && !isClosed;
  const read = hasProject ? readProjectFile(projectFile, shortPath(projectFile, cwd)) : { notices: [] };
  const project = read.file;
  const chosen = options.configFile === undefined ? undefined : readChosen(resolve(cwd, options.configFile), cwd);

  const below: Layer[] = [variableLayer(localeSettings(env))];
  if (user) below.push(fileLayer('user', user, home));
  const wanted = project && normalise(project.values);
  const isAdmitted = !wanted || beyondTightening(wanted).length === 0 || options.admits(projectFile, project.bytes);
  const share = wanted && shareOf(isAdmitted ? wanted : onlyTightening(wanted), checked(below), cwd);
  const layersWith = (kept: Record<string, unknown> | undefined): Layer[] => {
    const layers = [...below];
    if (project && kept) layers.push(fileLayer('project', { ...project, values: kept }, cwd));
    if (chosen) layers.push(fileLayer('file', chosen, cwd));
    layers.push(variableLayer(environmentSettings(env, checked(layers).provider.id)));
    return [...layers, flagLayer(flags, cwd)];
  };
  const { layers, settings, origins, tables, left } = withTables(layersWith, share);
  const advice = fault('setItIn', shortPath(userFile, cwd));
  const notices = (share?.ignored ?? []).map(({ path, why }) =>
    faultsOf(fault('settingIgnored', project?.place(path) ?? '', path.join('.')), why, advice),
  );
  notices.unshift(...read.notices, ...left);
  notices.push(...unusedRoutes(settings, tables, origins));
  const files = [
    { file: user, path: userFile, source: 'user' as const },
    { file: chosen, path: resolve(cwd, options.configFile ?? ''), source: 'user' as const },
    { file: project, path: projectFile, source: 'project' as const },
  ].flatMap(({ file, ...rest }) => (file ? [{ ...file, ...rest }] : []));
  return {
    settings,
    tables,
    origins,
    notices: notices.map(visibleFault), // the names in them come from the project
    isProjectClosed: isClosed,
    isProjectTrusted: isAdmitted,
    serverFiles: files.filter(({ values }) => isPlainObject(values.mcpServers)),
    hookFiles: files.filter(({ values }) => values.hooks !== undefined),
    ...namedModel(layers),
  };
}

/** References to a mode, agent or preset that does not exist: a project's are left out, any other is an error. */
function withTables(
  layersWith: (kept: Record<string, unknown> | undefined) => Layer[],
  share: ReturnType<typeof shareOf> | undefined,
): Pick<LoadedSettings, 'settings' | 'tables' | 'origins'> & { layers: Layer[]; left: Fault[] } {
  const left: Fault[] = [];
  for (let kept = share?.kept; ; ) {
    const layers = layersWith(kept);
    const settings = checked(layers);
    const origins = originsOf(settings, layers);
    const tables = resolveTables(settings, share?.tighten ?? {});
    const problems = tableProblems(settings, tables, origins);
    if (problems.length === 0) return { layers, settings, origins, tables, left };
    if (!kept || problems.some(({ source }) => source !== 'project')) throw problemError(problems);
    const wrong = new Set(problems.map(({ key = '' }) => key.split('.')[0]));
    kept = Object.fromEntries(Object.entries(kept).filter(([key]) => !wrong.has(key)));
    left.push(...problems.map(({ what }) => faultsOf(what, fault('settingLeftOut'))));
  }
}

function namedModel(layers: readonly Layer[]): Pick<LoadedSettings, 'modelInFile'> {
  const layer = layers.findLast(({ source, values }) => source !== 'env' && source !== 'flag' && values.model);
  return layer ? { modelInFile: { name: String(layer.values.model), where: layer.where(['model']) } } : {};
}

/** Not an error, because only some projects may define the mode. */
function unusedRoutes({ routing }: Settings, tables: Tables, origins: ReadonlyMap<string, Origin>): Fault[] {
  return (['modes', 'agents'] as const).flatMap((kind) =>
    Object.keys(routing[kind])
      .filter((name) => !Object.hasOwn(tables[kind], name))
      .map((name) => {
        const key = `routing.${kind}.${name}`;
        return fault('routeUnused', origins.get(key)?.where ?? '', key, Object.keys(tables[kind]).join(', '));
      }),
  );
}

function readChosen(file: string, cwd: string): SettingsFile {
  const read = readSettingsFile(file, shortPath(file, cwd));
  if (!read) throw faultError('usage', fault('settingsMissing', shortPath(file, cwd)));
  return read;
}

/** The shortest unambiguous form: relative inside the working folder, with `~` inside the home folder. */
function shortPath(file: string, cwd: string): string {
  return isInside(cwd, file) ? shownPath(cwd, file) : withTilde(file, homedir());
}

function fileLayer(source: Origin['source'], file: SettingsFile, folder: string): Layer {
  return { source, values: withAbsolutePaths(normalise(file.values), folder), where: (path) => file.place(path) };
}

function variableLayer({ values, variables }: EnvironmentLayer): Layer {
  return { source: 'env', values: normalise(values), where: (path) => variables[path.join('.')] ?? '' };
}

function flagLayer(flags: SettingsInput, cwd: string): Layer {
  return { source: 'flag', values: withAbsolutePaths(normalise(flags), cwd), where: () => 'command line' };
}

/** Paths in a file are relative to the folder that the file applies to. */
function withAbsolutePaths(values: Record<string, unknown>, folder: string): Record<string, unknown> {
  const absolute = (list: unknown) =>
    Array.isArray(list) ? list.map((path) => resolve(folder, expandHome(String(path), homedir()))) : list;
  const { add_dirs, instructions, skills } = values;
  return {
    ...values,
    ...(add_dirs !== undefined && { add_dirs: absolute(add_dirs) }),
    ...(instructions !== undefined && { instructions: absolute(instructions) }),
    ...(isPlainObject(skills) && { skills: { ...skills, paths: absolute(skills.paths ?? []) } }),
  };
}

/** Files were checked when they were read, so anything wrong here came from a variable or a flag. */
function checked(layers: readonly Layer[]): Settings {
  const merged = layers.reduce<Record<string, unknown>>((below, { values }) => mergeSettings(below, values), {});
  const result = parse(settingsSchema, merged);
  if (result.ok) return result.value;
  const problems = result.issues.map((issue): Problem => {
    const layer = layers.findLast(({ values }) => valueAt(values, issue.path) !== undefined);
    const place = layer ? placeOf({ source: layer.source, where: layer.where(issue.path) }) : fault('theSettings');
    return { what: explainIssue(issue, () => place), source: layer?.source };
  });
  throw problemError(problems);
}

function originsOf(settings: Settings, layers: readonly Layer[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  const path: string[] = [];
  const add = (values: Readonly<Record<string, unknown>>): void => {
    for (const key of Object.keys(values)) {
      const value = values[key];
      path.push(key);
      if (isPlainObject(value) && Object.keys(value).length > 0) add(value);
      else origins.set(path.join('.'), originOf(path, layers));
      path.pop();
    }
  };
  add(settings as unknown as Record<string, unknown>);
  return origins;
}

const OWN: Origin = { source: 'default', where: 'default' };

function originOf(path: readonly string[], layers: readonly Layer[]): Origin {
  const layer = layers.findLast(({ values }) => valueAt(values, path) !== undefined);
  return layer ? { source: layer.source, where: layer.where([...path]) } : OWN;
}

/** A mode must exist, and so must its agent and preset. */
function tableProblems(settings: Settings, tables: Tables, origins: ReadonlyMap<string, Origin>): Problem[] {
  const problems: Problem[] = [];
  const check = (key: string, name: string, table: object, kind: 'unknownMode' | 'unknownAgent' | 'unknownPreset') => {
    if (Object.hasOwn(table, name)) return;
    const origin = origins.get(key);
    const place = origin ? placeOf(origin) : fault('theSettings');
    const wrong = fault(kind, JSON.stringify(name), Object.keys(table).join(', '));
    problems.push({
      what: faultWith('placed', keyAt(place, key), faultWith('settingWrong', wrong)),
      source: origin?.source,
      key,
    });
  };
  check('mode', settings.mode, tables.modes, 'unknownMode');
  for (const { name, agent, preset } of Object.values(tables.modes)) {
    check(`modes.${name}.agent`, agent, tables.agents, 'unknownAgent');
    check(`modes.${name}.preset`, preset, tables.presets, 'unknownPreset');
  }
  return problems;
}

interface Problem {
  /** With its place. */
  what: Fault;
  key?: string;
  source: Origin['source'] | undefined;
}

/** Counts as wrong usage if only the command line has mistakes. */
function problemError(problems: readonly Problem[]): CoderError {
  const code = problems.every(({ source }) => source === 'flag') ? 'usage' : 'config';
  return faultError(code, faultLines(problems.map(({ what }) => what)));
}
