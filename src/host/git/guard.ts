/** The programs that a repository's own config would make git run, and the settings that prevent it. */

import { CoderError } from '../../base/errors.ts';
import { runsProgram } from './program-keys.ts';

/** Applied to every call: no program from the repository is run, and nothing uses the network. */
export const PINNED: readonly string[] = [
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.quotePath=false',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
  'diff.external=',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.submodule=short',
  'diff.ignoreSubmodules=dirty', // a submodule has its own config, which is not checked here
  'log.showSignature=false',
  'color.ui=false',
  'advice.detachedHead=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

export interface LocalCommand {
  key: string;
  value: string;
}

/** For most keys an empty program name means no program; for these it would be a failed start. */
const USUAL_PROGRAM: Readonly<Record<string, string>> = {
  'gpg.program': 'gpg',
  'gpg.openpgp.program': 'gpg',
  'gpg.x509.program': 'gpgsm',
  'gpg.ssh.program': 'ssh-keygen',
};

/** Parses `git config --null --show-scope --list`. Settings the user made for all repositories are trusted and left alone. */
export function localCommands(listing: string): LocalCommand[] {
  const fields = listing.split('\0');
  const found: LocalCommand[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = fields[at];
    const [key = '', ...value] = (fields[at + 1] ?? '').split('\n');
    if (scope !== 'local' && scope !== 'worktree') continue;
    const text = value.join('\n');
    if (runsProgram(key, text)) found.push({ key, value: text });
  }
  return found;
}

/** True if, according to that listing, the repository itself puts its work tree elsewhere. */
export function movesWorkTree(listing: string): boolean {
  return /(?:^|\0)(?:local|worktree)\0core\.worktree\n/.test(listing);
}

/** `.gitmodules` may request a look into submodules, which runs git with their config; a flag overrides it. */
export function withoutSubmodules([command = '', ...rest]: readonly string[]): string[] {
  const looks = command === 'diff' || command === 'status';
  return looks ? [command, '--ignore-submodules=dirty', ...rest] : [command, ...rest];
}

/** Arguments for git that switch off the local programs one by one. */
export function switchOff(commands: readonly LocalCommand[]): string[] {
  return commands.flatMap(({ key }) => {
    if (key.includes('=')) {
      throw new CoderError(
        'unsafe-repository',
        `this repository's config has the key ${JSON.stringify(key)}, which cannot be switched off. Remove it from .git/config.`,
      );
    }
    return replacementsOf({ key }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  });
}

/** The settings that prevent git from running the program of a key. */
export function replacementsOf({ key }: Pick<LocalCommand, 'key'>): [key: string, value: string][] {
  const off: [string, string] = [key, USUAL_PROGRAM[key] ?? ''];
  // Without its program, a required filter would fail.
  return key.startsWith('filter.') ? [off, [`${key.slice(0, key.lastIndexOf('.'))}.required`, 'false']] : [off];
}

/** A filter decides what is stored, so skipping it would store something other than the project intends. */
export function filterIn(commands: readonly LocalCommand[]): LocalCommand | undefined {
  return commands.find(({ key }) => key.startsWith('filter.'));
}
