/** Answers questions about a repository's settings, links and head from its files. In any doubt there is no answer, and git is asked. */

import { accessSync, constants, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { repositoryTop } from './git-folder.ts';
import { indexMayLink } from './index-links.ts';
import { type ConfigEntry, readGitConfig } from './read-config.ts';

interface OwnFiles {
  /** The git folder of this work tree; `common` is the one shared by all of them. */
  gitFolder: string;
  common: string;
}

const LONGEST_POINTER = 4096;
const LONGEST_CONFIG = 1024 * 1024;
const LONGEST_PACKED = 16 * 1024 * 1024;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Keys that include another file or move the work tree; git must answer these. */
const LEADS_AWAY = /^(?:include\.|includeif\.|core\.worktree$|core\.bare$)/;

/** The repository that git finds from `cwd`; `undefined` for a folder that git would skip or refuse. */
function ownFiles(cwd: string): OwnFiles | undefined {
  return orNothing(() => {
    const top = repositoryTop(realpathSync.native(cwd)); // git walks up from the target of a link
    const gitFolder = top === undefined ? undefined : pointedTo(top);
    if (gitFolder === undefined) return undefined;
    const shared = textOf(join(gitFolder, 'commondir'), LONGEST_POINTER);
    const common = shared === '' ? gitFolder : commonBy(shared, gitFolder);
    const head = join(gitFolder, 'HEAD');
    if (common === undefined || !lstatSync(head).isFile() || !isHead(textOf(head, LONGEST_POINTER))) return undefined;
    for (const name of ['objects', 'refs']) accessSync(join(common, name), constants.X_OK);
    return { gitFolder, common };
  });
}

/** The repository's settings as `git config --null --show-scope --list` prints them, without the user's global ones. */
export function ownListing(cwd: string): string | undefined {
  const files = ownFiles(cwd);
  return files && orNothing(() => listingOf(files));
}

/** True unless the index certainly names no nested repository. */
export function mayHaveLinks(cwd: string, indexFile: string | undefined): boolean {
  const files = ownFiles(cwd);
  if (!files) return true;
  const { gitFolder } = files;
  const answer = orNothing(() => {
    const shared = readdirSync(gitFolder).filter((name) => name.startsWith('sharedindex.'));
    const indexes = [indexFile ?? join(gitFolder, 'index'), ...shared.map((name) => join(gitFolder, name))];
    return indexes.some((index) => indexMayLink(index));
  });
  return answer ?? true;
}

function listingOf({ gitFolder, common }: OwnFiles): string | undefined {
  const [config, ofWorktree] = [join(common, 'config'), join(gitFolder, 'config.worktree')];
  const texts = [textOf(config, LONGEST_CONFIG), textOf(ofWorktree, LONGEST_CONFIG)];
  const entries = texts.map((text) => (isPlain(text) ? readGitConfig(text) : undefined));
  const keys = entries.flatMap((some) => some?.map((entry) => ({ ...entry, key: listedKey(entry) })) ?? [undefined]);
  if (keys.length === 0) return undefined;
  let listing = '';
  for (const entry of keys) {
    if (entry?.key === undefined) return undefined;
    const { key, value } = entry;
    if (LEADS_AWAY.test(key) && !(key === 'core.bare' && value === 'false')) return undefined;
    listing += `local\0${key}\n${value}\0`;
  }
  return listing;
}

/** Section and name in lower case, the subsection as written. */
function listedKey({ key, subsection }: ConfigEntry): string | undefined {
  if (subsection === undefined) return key;
  const end = key.lastIndexOf('.');
  const from = end - subsection.length;
  return key.slice(from, end) === subsection.toLowerCase()
    ? `${key.slice(0, from)}${subsection}${key.slice(end)}`
    : undefined;
}

/** The folder `.git`, or the target of a `.git` file written exactly as git does. */
function pointedTo(top: string): string | undefined {
  const place = join(top, '.git');
  const stats = lstatSync(place);
  if (stats.isDirectory()) return place;
  const path = stats.isFile()
    ? /^gitdir: ([^\s][^\0\r\n]*[^\s])\n?$/.exec(textOf(place, LONGEST_POINTER))?.[1]
    : undefined;
  return path === undefined ? undefined : resolve(top, path);
}

function commonBy(text: string, gitFolder: string): string | undefined {
  const path = /^([^\s][^\0\r\n]*[^\s])\n?$/.exec(text)?.[1];
  return path === undefined ? undefined : resolve(gitFolder, path);
}

function isHead(text: string): boolean {
  return /^(?:ref: refs\/[^\0\s]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/.test(text);
}

function isPlain(text: string): boolean {
  return !text.includes('\0') && !text.includes('\ufffd');
}

/** The commit that is checked out, if a file states it. */
export function headCommit(cwd: string): string | undefined {
  const files = ownFiles(cwd);
  return files && orNothing(() => commitAt(files));
}

function commitAt({ gitFolder, common }: OwnFiles): string | undefined {
  const head = textOf(join(gitFolder, 'HEAD'), LONGEST_POINTER).trim();
  if (COMMIT.test(head)) return head;
  const name = /^ref: (refs\/heads\/[\w./-]+)$/.exec(head)?.[1];
  if (name === undefined || name.includes('..')) return undefined;
  const own = textOf(join(common, name), LONGEST_POINTER).trim();
  if (own !== '') return COMMIT.test(own) ? own : undefined;
  const packed = textOf(join(common, 'packed-refs'), LONGEST_PACKED).split('\n');
  const commit = packed.find((line) => line.endsWith(` ${name}`))?.split(' ', 1)[0] ?? '';
  return COMMIT.test(commit) ? commit : undefined;
}

/** Empty if the file is missing. Throws `InDoubt` if it is too long or not a regular file. */
function textOf(file: string, longest: number): string {
  const found = readRegular(file, longest);
  if (found === 'missing') return '';
  if (found === 'no-file' || found.size > longest) throw new InDoubt();
  return found.bytes.toString('utf8');
}

class InDoubt extends Error {}

function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof InDoubt || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
