/** Finds the files with hooks: coder's own settings and, if the user wants it, those of other agents, read in place. */

import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { shownPath } from '../../base/files/paths.ts';
import { readOwned, readRegular } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { offsetOf, parseJsonc, plainValue, positionOf } from '../../config/jsonc.ts';
import type { LoadedSettings } from '../../config/load-settings.ts';
import type { HookDialect, HookSource } from '../../integrations/hooks/source.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';

export interface FoundSources {
  sources: HookSource[];
  /** Files that could not be read. */
  problems: Fault[];
}

interface HookFolders {
  /** The working folder. */
  cwd: string;
  /** The repository's top, or the working folder. */
  root: string;
  /** The user's home; absent if only the project's files are wanted. */
  userHome?: string | undefined;
}

const LONGEST = 1024 * 1024;
/** Paths below the user's home, and below the project. */
const FILES: Readonly<Record<Exclude<HookDialect, 'coder'>, { user: string; project: readonly string[] }>> = {
  claude: { user: '.claude/settings.json', project: ['.claude/settings.json', '.claude/settings.local.json'] },
  codex: { user: '.codex/hooks.json', project: ['.codex/hooks.json'] },
  qwen: { user: '.qwen/settings.json', project: ['.qwen/settings.json'] },
  gemini: { user: '.gemini/settings.json', project: ['.gemini/settings.json'] },
};

/** Sources in coder's own settings files, and in those of the other agents that the user's file names. */
export function findHookSources({ hookFiles }: Pick<LoadedSettings, 'hookFiles'>, folders: HookFolders): FoundSources {
  const own = hookFiles.map(
    ({ source, path, values, place }): HookSource => ({
      source,
      dialect: 'coder',
      file: path,
      hooks: values.hooks,
      place: (at) => place(['hooks', ...at]),
    }),
  );
  const user = own.filter(({ source }) => source === 'user');
  const wrong = user.flatMap(({ hooks, place }) =>
    unknownAgents(hooks).map((name) =>
      extensionFault('at', place(['from']), extensionFault('unknownHookAgent', name, KNOWN)),
    ),
  );
  const ignored = own.filter(({ source, hooks }) => source === 'project' && isPlainObject(hooks) && 'from' in hooks);
  const notYours = ignored.map(({ place }) =>
    extensionFault('at', place(['from']), extensionFault('hooksFromIsYours')),
  );
  const others = agentSources(
    user.flatMap(({ hooks }) => agentsIn(hooks)),
    folders,
  );
  return { sources: [...own, ...others.sources], problems: [...wrong, ...notYours, ...others.problems] };
}

const KNOWN = Object.keys(FILES).join(', ');

function namesIn(hooks: unknown): unknown[] {
  const from = isPlainObject(hooks) ? hooks.from : undefined;
  return Array.isArray(from) ? from : from === undefined ? [] : [from];
}

function unknownAgents(hooks: unknown): string[] {
  return namesIn(hooks).flatMap((name) =>
    typeof name === 'string' && Object.hasOwn(FILES, name) ? [] : [JSON.stringify(name)],
  );
}

/** The agents that `hooks.from` names. */
export function agentsIn(hooks: unknown): (keyof typeof FILES)[] {
  return namesIn(hooks).filter(
    (name): name is keyof typeof FILES => typeof name === 'string' && Object.hasOwn(FILES, name),
  );
}

/** Sources in the files of other agents, read in place. */
export function agentSources(
  agents: readonly (keyof typeof FILES)[],
  { cwd, root, userHome }: HookFolders,
): FoundSources {
  const found: FoundSources = { sources: [], problems: [] };
  for (const agent of new Set(agents)) {
    const { user, project } = FILES[agent];
    const files: [file: string, source: HookSource['source']][] = [
      ...(userHome === undefined ? [] : [[join(userHome, user), 'user'] as [string, 'user']]),
      ...project.map((name): [string, 'project'] => [join(cwd, name), 'project']),
    ];
    for (const [file, source] of files) {
      if (source === 'project' && cwd === userHome) continue; // the same file
      const shown = source === 'user' ? `~/${user}` : shownPath(cwd, file);
      const read = readFile(file, source === 'project' ? root : undefined, shown);
      if (read && 'says' in read) found.problems.push(read);
      else if (read) found.sources.push({ source, dialect: agent, file, ...read });
    }
  }
  return found;
}

/** Returns a fault if the file is bad. */
function readFile(
  file: string,
  root: string | undefined,
  shown: string,
): Pick<HookSource, 'hooks' | 'place' | 'off'> | Fault | undefined {
  const text = textOf(file, root);
  if (text === undefined) return undefined;
  if (text === 'unreadable') return extensionFault('at', shown, extensionFault('itCannotBeRead'));
  const parsed = parseJsonc(text.text);
  const at = (offset: number) => {
    const { line, column } = positionOf(text.text, offset);
    return `${shown}:${line}:${column}`;
  };
  if (!parsed.ok) return extensionFault('at', at(parsed.offset), parsed.problem);
  const { root: tree } = parsed;
  const values = tree ? plainValue(tree) : {};
  if (!tree || !isPlainObject(values) || values.hooks === undefined || isOff(values)) return undefined;
  return {
    hooks: values.hooks,
    place: (path) => at(offsetOf(tree, ['hooks', ...path])),
    off: [values.hooks, values.hooksConfig].flatMap(disabledIn),
  };
}

function isOff({ disableAllHooks, hooks, hooksConfig }: Record<string, unknown>): boolean {
  return disableAllHooks === true || [hooks, hooksConfig].some((each) => isPlainObject(each) && each.enabled === false);
}

function disabledIn(value: unknown): string[] {
  return isPlainObject(value) && Array.isArray(value.disabled) ? value.disabled.map(String) : [];
}

function textOf(file: string, root: string | undefined): { text: string } | 'unreadable' | undefined {
  try {
    const found = root === undefined ? readRegular(file, LONGEST) : readOwned(file, root, LONGEST);
    if (found === 'missing') return undefined;
    if (typeof found === 'string' || found.size > LONGEST) return 'unreadable';
    return { text: found.bytes.toString('utf8') };
  } catch (error) {
    if (codeOf(error)) return 'unreadable';
    throw error;
  }
}
