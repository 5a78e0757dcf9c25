/** The settings that prevent git from running a repository's programs; refuses a repository for which there are none. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError } from '../../base/errors.ts';
import { noRepository, requireOk } from './git-result.ts';
import { type GitRunner, NO_HOOKS, QUIET } from './git-runner.ts';
import { filterIn, type LocalCommand, localCommands, movesWorkTree, switchOff } from './guard.ts';
import { mayHaveLinks, ownListing } from './own-files.ts';

/** The repository that settings are for. */
export interface GuardedRepository {
  run: GitRunner['run'];
  cwd: string;
  /** The index used instead of the repository's. */
  indexFile: string | undefined;
}

const CONFIG_BYTES = 4 * 1024 * 1024;
/** How deep nested repositories are followed. */
const MAX_DEPTH = 4;

/** The settings for a command that changes nothing. */
export async function settingsToRead(repository: GuardedRepository, signal: AbortSignal): Promise<string[]> {
  return [...NO_HOOKS, ...switchOff(await ownCommands(repository, signal))];
}

/** The settings that restrict git to the requested change. Throws if a filter would run all the same. */
export async function settingsToChange(
  repository: GuardedRepository,
  hooks: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const own = await ownCommands(repository, signal);
  const filter = filterIn(own);
  if (filter) throw refuseFilter(filter);
  await refuseInnerFilters(repository, '.', 0, signal);
  return [...(hooks ? [] : NO_HOOKS), ...switchOff(own)];
}

/** The settings for a change without hooks, if the repository's files alone show that no further check is needed. */
export function settingsAtOnce({ cwd, indexFile }: GuardedRepository): string[] | undefined {
  const listing = ownListing(cwd);
  if (listing === undefined || movesWorkTree(listing) || mayHaveLinks(cwd, indexFile)) return undefined;
  const own = localCommands(listing);
  return filterIn(own) ? undefined : [...NO_HOOKS, ...switchOff(own)];
}

/** Asks git for a folder's config with the scope of each setting, which runs no program. */
export function listConfig(run: GitRunner['run'], folder: string, signal: AbortSignal): ReturnType<GitRunner['run']> {
  const args = ['-C', folder, 'config', '--null', '--show-scope', '--list'];
  return run(args, { env: QUIET, keepBytes: CONFIG_BYTES, signal });
}

/** Read anew each time, because the config may have changed. */
async function configOf({ run, cwd }: GuardedRepository, folder: string, signal: AbortSignal): Promise<string> {
  const known = ownListing(join(cwd, folder)); // saves a process for every call
  if (known !== undefined) return known;
  const listing = requireOk(await listConfig(run, folder, signal), cwd);
  if (listing.truncated)
    throw new CoderError('unsafe-repository', "this repository's config is too large to be checked");
  if (!/(?:^|\0)local\0/.test(listing.stdout)) throw noRepository(cwd); // every repository has local settings
  return listing.stdout;
}

async function ownCommands(repository: GuardedRepository, signal: AbortSignal): Promise<LocalCommand[]> {
  const listing = await configOf(repository, '.', signal);
  if (movesWorkTree(listing)) await requireOwnWorkTree(repository, signal);
  return localCommands(listing);
}

/** A submodule's work tree is its own folder; any other value would make git read and add files from outside. */
async function requireOwnWorkTree({ run }: GuardedRepository, signal: AbortSignal): Promise<void> {
  const ask = async (...args: string[]) => (await run(['-C', ...args], { env: QUIET, signal })).stdout.trim();
  const top = await ask('.', 'rev-parse', '--show-toplevel');
  const here = await ask('.', 'rev-parse', '--absolute-git-dir');
  if (top !== '' && here !== '' && (await ask(top, 'rev-parse', '--absolute-git-dir')) === here) return;
  throw new CoderError(
    'unsafe-repository',
    "this repository's own config (core.worktree) puts its files somewhere else. Remove it from .git/config.",
  );
}

/** When it adds or commits, git also looks into nested repositories, following their own config. */
async function refuseInnerFilters(
  repository: GuardedRepository,
  folder: string,
  depth: number,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await gitlinks(repository, folder, signal)) {
    const inner = join(folder, name);
    if (depth === MAX_DEPTH) throw new CoderError('unsafe-repository', `${inner} is nested too deep to be checked`);
    const filter = filterIn(localCommands(await configOf(repository, inner, signal)));
    if (filter) throw refuseFilter(filter, inner);
    await refuseInnerFilters(repository, inner, depth + 1, signal);
  }
}

async function gitlinks(
  { run, cwd, indexFile }: GuardedRepository,
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const isInner = folder !== '.';
  if (!mayHaveLinks(join(cwd, folder), isInner ? undefined : indexFile)) return [];
  const env = isInner ? { ...QUIET, GIT_INDEX_FILE: undefined } : QUIET; // the other index belongs to the outer repository
  const found: string[] = [];
  let rest = '';
  const onBytes = (chunk: Buffer) => {
    const records = (rest + chunk.toString('latin1')).split('\0');
    rest = records.pop() ?? '';
    for (const record of records) if (record.startsWith('160000 ')) found.push(record.slice(record.indexOf('\t') + 1));
  };
  await run(['-C', folder, 'ls-files', '--stage', '-z'], { settings: NO_HOOKS, env, onBytes, signal });
  const names = found.map((name) => Buffer.from(name, 'latin1').toString());
  return names.filter((name) => existsSync(join(cwd, folder, name, '.git')));
}

function refuseFilter({ key, value }: LocalCommand, folder?: string): CoderError {
  const whose = folder === undefined ? "this repository's own config" : `the config of the repository in ${folder}`;
  return new CoderError(
    'unsafe-repository',
    `${whose} runs \`${value}\` (${key}) on files that are added. Use bash to run git, if you trust it.`,
  );
}
