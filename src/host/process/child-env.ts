/** Builds a child's environment: no secret it was not meant to have, and nothing that would make it ask a question. */

import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

export interface ChildEnvironmentOptions {
  /** Names of variables that are passed on even if they look like secrets. */
  keep: readonly string[];
  /** Secrets known to coder: a variable with one of these values is not passed on. */
  secretValues?: readonly string[];
  /** Set if a person is at the child's keyboard: it may prompt, page, open an editor and use colours. */
  terminal?: true;
  /** The workspace roots: dropped from PATH, so that no program in them is found by its bare name. */
  roots?: readonly string[];
}

export function childEnvironment(env: NodeJS.ProcessEnv, options: ChildEnvironmentOptions): Record<string, string> {
  const keep = new Set(options.keep);
  const secrets = new Set(options.secretValues?.filter((value) => value !== ''));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || DROPPED.has(name) || name.startsWith('BASH_FUNC_')) continue;
    if (options.terminal && OF_ANOTHER_TERMINAL.test(name)) continue;
    const isSecret = hasSecretName(name) || secrets.has(value) || hasSecretValue(name, value);
    if (!isSecret || keep.has(name)) result[name] = value;
  }
  if (result.PATH !== undefined) result.PATH = searchPath(result.PATH, options.roots ?? []);
  return { ...result, ...(options.terminal ? IN_TERMINAL : UNATTENDED) };
}

/** For a child with no one at its keyboard: no pager, no editor, no prompt, no colours. */
const UNATTENDED: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  CARGO_TERM_COLOR: 'never',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  GH_PAGER: 'cat',
  PSQL_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  KUBE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0', // keeps git status from writing anything
  GIT_ASKPASS: '', // empty, so that git does not look for another askpass program
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
  GH_PROMPT_DISABLED: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  NONINTERACTIVE: '1',
  npm_config_yes: 'true',
  npm_config_update_notifier: 'false',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  PIP_NO_INPUT: '1',
  POETRY_NO_INTERACTION: '1',
  COMPOSER_NO_INTERACTION: '1',
  CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
};

/** Variables that describe the terminal coder runs in, not the one it gives to the child. */
const OF_ANOTHER_TERMINAL =
  /^(?:TMUX(?:_PANE)?|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES|TERM_PROGRAM(?:_VERSION)?|VTE_VERSION|XTERM_VERSION|(?:KITTY|WEZTERM|ITERM|KONSOLE)_\w+|WT_SESSION)$/;
/** What the emulated screen behind the child's terminal understands. */
const IN_TERMINAL: Readonly<Record<string, string>> = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

/** Variables that force colours, name a folder the child is not in, or make a shell or pager run something other than what was asked. */
const DROPPED = new Set([
  'FORCE_COLOR',
  'CLICOLOR_FORCE',
  'COLORTERM',
  'PWD',
  'OLDPWD',
  'BASH_ENV',
  'ENV',
  'CDPATH',
  'SHELLOPTS',
  'BASHOPTS',
  'PROMPT_COMMAND',
  'PS4',
  'GLOBIGNORE',
  'RIPGREP_CONFIG_PATH',
  'GREP_OPTIONS',
  'LESSOPEN',
  'LESSCLOSE',
]);

const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|PRIVATE|COOKIE|AUTH|BEARER|(?:^|_)(?:PAT|PWD|JWT|DSN|APIKEY)$/i;
/** Names that only look secret: a socket, a file, a switch. */
const HARMLESS_NAME = /^(?:SSH_AUTH_SOCK|XAUTHORITY|KEYTIMEOUT|KEYBOARD\w*|TOKENIZERS_PARALLELISM|GIT_AUTHOR_\w+)$/;
const SECRET_VALUE = new RegExp(
  [
    '^sk-[\\w-]{16,}', // OpenAI, Anthropic and many others that copied the form
    '^(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_|pypi-|dop_v1_|sq0|shpat_)[\\w-]{10,}',
    '^(?:AKIA|ASIA)[A-Z0-9]{16}$',
    '^AIza[\\w-]{30,}',
    '^(?:sk|rk)_(?:live|test)_\\w{10,}',
    '^eyJ[\\w-]{10,}\\.[\\w-]{10,}\\.', // a signed JSON web token
    '-----BEGIN [A-Z ]*PRIVATE KEY',
  ].join('|'),
);
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i;

/** Drops relative entries and folders of the workspace from PATH, so that a repository cannot plant an `ls`. */
function searchPath(path: string, roots: readonly string[]): string {
  const isIn = (root: string, folder: string) => isInside(root, resolve(folder)) || isInside(root, realFolder(folder));
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !roots.some((root) => isIn(root, folder)))
    .join(delimiter);
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // does not exist
  }
}

function hasSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS_NAME.test(name);
}

function hasSecretValue(name: string, value: string): boolean {
  if (SECRET_VALUE.test(value)) return true;
  return URL_WITH_PASSWORD.test(value) && !/_proxy$/i.test(name); // kept: without its proxy a child has no network
}
