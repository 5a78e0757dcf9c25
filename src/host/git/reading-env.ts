/** The environment for a shell line proven to be read-only: git runs no program of the repository and contacts no other machine. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programInGitConfig } from './config-programs.ts';
import { gitFolderOf, textOrNothing } from './git-folder.ts';
import { type LocalCommand, replacementsOf } from './guard.ts';
import { gitlinksIn } from './index-links.ts';
import { readGitConfig } from './read-config.ts';

/** Settings that override the repository's. */
const HELD: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null', // git diff refreshes the index and runs a hook, locks or not
  'safe.bareRepository': 'explicit',
  'diff.external': '',
  'log.showSignature': 'false',
  'protocol.allow': 'never',
  'credential.helper': '',
  'submodule.recurse': 'false',
  'diff.submodule': 'short', // other values would run git in submodules, where these settings do not reach
  'status.submoduleSummary': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
};

/** The number of settings in the environment, in git's own variable. */
const COUNT = 'GIT_CONFIG_COUNT';

/** Prevents git from fetching, prompting and locking. */
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
};

/** `commands` are the programs that the repositories' own configs name. Settings in the person's environment stay, and come first. */
export function readingEnvironment(
  commands: readonly LocalCommand[],
  folders: readonly string[],
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const settings = [
    ...Object.entries(HELD),
    ...commands.flatMap(replacementsOf),
    ...folders.flatMap((folder) => quietSubmodules(folder)),
  ];
  const inherited = Number(env[COUNT] ?? 0);
  const first = Number.isInteger(inherited) && inherited > 0 ? inherited : 0;
  const result: Record<string, string> = { ...VARIABLES, [COUNT]: String(first + settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    result[`GIT_CONFIG_KEY_${first + index}`] = key;
    result[`GIT_CONFIG_VALUE_${first + index}`] = value;
  }
  return result;
}

/** git clears these variables before it looks into a nested repository. If one of those runs programs, git is told not to look. */
function quietSubmodules(folder: string): [string, string][] {
  const gitFolder = gitFolderOf(folder);
  if (gitFolder === undefined || !existsSync(gitFolder) || programInGitConfig(folder) === undefined) return [];
  const inner = gitlinksIn(gitFolder);
  if (inner.length === 0) return [];
  const modules = readGitConfig(textOrNothing(join(folder, '.gitmodules'))) ?? [];
  const names = new Set([...inner, ...modules.flatMap(({ subsection }) => subsection ?? [])]);
  return [
    ['diff.ignoreSubmodules', 'all'],
    ['status.submoduleSummary', 'false'],
    ...[...names].map((name): [string, string] => [`submodule.${name}.ignore`, 'all']),
  ];
}
