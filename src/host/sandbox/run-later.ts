/** Finds the files of a workspace that run later, outside the sandbox, records their state, and decides whether a change to one matters. */

import { type Dirent, existsSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readableEntries } from '../../base/files/folder.ts';
import { lstatIfReachable, realPathIfReachable, statIfReachable } from '../../base/files/if-reachable.ts';
import { SKIPPED_ALWAYS } from '../files/skipped-folders.ts';
import { pointerIn, withoutLineEnds } from '../git/git-folder.ts';
import { isSwitch, runsProgram } from '../git/program-keys.ts';
import { readGitConfig } from '../git/read-config.ts';

/** The state of a file, a link, or something unreadable; `undefined` if it does not exist. */
export type Thing = { bytes?: Buffer; mode: number; link?: string; stamp?: string } | undefined;

/** Names that count in every folder, because a tool may be started in any. */
const ANYWHERE =
  '.envrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs bunfig.toml mise.toml .mise.toml .tool-versions rust-toolchain rust-toolchain.toml'.split(
    ' ',
  );
/** Paths below a root; folders count with their contents. Excludes mere instructions (`AGENTS.md`) and files that run elsewhere (CI). */
const AT_ROOT = [
  '.mcp.json mcp.json .pre-commit-config.yaml .lefthook.yml lefthook.yml .husky .devcontainer .devcontainer.json .yarn/releases .yarn/plugins .mise .cargo/config .cargo/config.toml',
  '.vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json .idea/runConfigurations .zed .fleet .exrc .vimrc .nvimrc .nvim.lua .gdbinit .lldbinit',
  '.coder/config.json .coder/skills .coder/commands .coder/agents .coder/hooks .coder/plugins .claude/settings.json .claude/settings.local.json .claude/hooks .claude/commands .claude/agents .claude/skills',
  '.agents .codex .gemini .cursor/mcp.json .cursor/hooks.json .cursor/commands .windsurf .continue .kiro .roo/mcp.json .amazonq .opencode opencode.json opencode.jsonc .aider.conf.yml',
  '.gitconfig .tmux.conf .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc .xprofile .xinitrc',
]
  .join(' ')
  .split(' ');
/** Entries of a git folder. */
const IN_GIT = ['hooks', 'config', 'config.worktree', 'commondir'];
/** Keys that make git start a program, besides those that `runsProgram` knows, or read more config. */
const STARTS =
  /^(?:core\.(?:fsmonitor|hookspath|pager)|pager\..+|alias\..+|include\.path|includeif\..+\.path|sequence\.editor|protocol\..*allow|url\..+|remote\..+\.(?:uploadpack|receivepack|vcs)|submodule\..+\.update)$/;
const EXECUTABLE = 0o111;
const DEPTH = 3;
const MAX_FOLDERS = 5000;
/** Limit per folder; a folder with more files counts as a whole. */
const MAX_FILES = 500;
const MAX_BYTES = 256 * 1024;
/** A change right after a listing may have the same timestamp. */
const TICK_MS = 50;
/** Entries that mark a bare repository. */
const BARE = ['HEAD', 'objects', 'config'];
const MARKS = new Set(['.git', ...BARE, ...ANYWHERE, ...AT_ROOT.map(firstOf)]);
const NOTHING: Listed = { stamp: '', folders: [], marks: new Set() };

export interface RunLaterFiles {
  /** The state of each file, by path. */
  things: Map<string, Thing>;
  /** The git folders among them. */
  gits: Set<string>;
}

/** A folder as it was listed. */
interface Listed {
  stamp: string;
  folders: readonly string[];
  /** The names in it that matter. */
  marks: ReadonlySet<string>;
}

/**
 * Returns a function that finds the files each time it is called; a folder with no entry added or removed since is not listed again. `repositories`:
 * git folders outside the roots.
 */
export function createRunLaterFinder(roots: readonly string[], repositories: readonly string[]): () => RunLaterFiles {
  const listed = new Map<string, Listed>();
  return () => {
    const found: RunLaterFiles = { things: new Map(), gits: new Set() };
    for (const root of roots) walk(found, root, listed);
    for (const folder of repositories) addGit(found, folder);
    return found;
  };
}

export function isSame(a: Thing, b: Thing): boolean {
  if (!a || !b) return a === b;
  if ((a.mode & EXECUTABLE) !== (b.mode & EXECUTABLE) || a.link !== b.link || a.stamp !== b.stamp) return false;
  return a.bytes && b.bytes ? a.bytes.equals(b.bytes) : a.bytes === b.bytes;
}

/** git's files change all the time, so only entries that make it start a program count; a file that cannot be read counts too. */
export function runsLater(path: string, was: Thing, is: Thing, { gits }: RunLaterFiles): boolean {
  const [name, folder] = [basename(path), dirname(path)];
  if (name === '.git') return !leadsTo(gits, folder, pointerIn, is);
  if (!gits.has(folder)) return true;
  if (name === 'commondir') return !leadsTo(gits, folder, withoutLineEnds, is);
  if (name !== 'config' && name !== 'config.worktree') return true;
  const before = new Set(programsIn(was) ?? []);
  const now = programsIn(is);
  return now === undefined || now.some((entry) => !before.has(entry));
}

/** The current state of a path. */
export function thingAt(path: string): Thing {
  const stats = lstatIfReachable(path);
  if (!stats) return undefined;
  const { mode } = stats;
  if (!stats.isSymbolicLink()) return { mode, ...contentOf(path, stats) };
  const target = statIfReachable(path);
  return { mode, link: readlinkSync(path), ...(target && contentOf(path, target)) };
}

function contentOf(path: string, stats: Stats): { bytes: Buffer } | { stamp: string } {
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`; // a program cannot set ctime back
  if (!stats.isFile() || stats.size > MAX_BYTES) return { stamp };
  try {
    return { bytes: readFileSync(path) };
  } catch {
    return { stamp }; // unreadable
  }
}

/** Adds a path; a folder is added as the files in it. */
function add({ things }: RunLaterFiles, path: string): void {
  if (!isFolder(path)) {
    const thing = thingAt(path);
    if (thing) things.set(path, thing);
    return;
  }
  const files = filesBelow(path);
  if (files.length > MAX_FILES) things.set(path, { mode: 0, stamp: 'many' });
  for (const file of files.slice(0, MAX_FILES)) things.set(file, thingAt(file));
}

/** At most one file more than the limit. */
function filesBelow(top: string): string[] {
  const files: string[] = [];
  const folders = [top];
  for (let folder = folders.shift(); folder !== undefined && files.length <= MAX_FILES; folder = folders.shift()) {
    for (const entry of readableEntries(folder)) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (!entry.name.endsWith('.sample')) files.push(join(folder, entry.name));
    }
  }
  return files.toSorted().slice(0, MAX_FILES + 1);
}

/** Adds repositories in the workspace, and the files that tools look for in each of its folders, top folders first. */
function walk(found: RunLaterFiles, root: string, known: Map<string, Listed>): void {
  const folders = [{ folder: root, depth: 0 }];
  for (const { folder, depth } of folders) {
    const { marks, folders: below } = list(folder, known);
    if (marks.has('.git') && !addGit(found, join(folder, '.git'))) add(found, join(folder, '.git'));
    if (depth > 0 && BARE.every((name) => marks.has(name))) addGit(found, folder);
    if (marks.size > 0) for (const name of ANYWHERE) if (marks.has(name)) add(found, join(folder, name));
    if (depth === 0) for (const name of AT_ROOT) if (marks.has(firstOf(name))) add(found, join(folder, name));
    if (depth >= DEPTH) continue;
    for (const name of below)
      if (folders.length < MAX_FOLDERS) folders.push({ folder: join(folder, name), depth: depth + 1 });
  }
}

function list(folder: string, known: Map<string, Listed>): Listed {
  const stats = lstatIfReachable(folder);
  if (!stats?.isDirectory()) return NOTHING;
  const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
  const before = known.get(folder);
  if (before?.stamp === stamp) return before;
  const entries = readableEntries(folder);
  const isFolder = (entry: Dirent) => entry.isDirectory() && !SKIPPED_ALWAYS.has(entry.name);
  const now: Listed = {
    stamp,
    folders: entries.filter(isFolder).map(({ name }) => name),
    marks: new Set(entries.map(({ name }) => name).filter((name) => MARKS.has(name))),
  };
  if (Date.now() - stats.ctimeMs > TICK_MS) known.set(folder, now);
  else known.delete(folder); // a later change in the same tick would go unseen
  return now;
}

/** Adds the entries of a git folder, and of its submodules and worktrees. */
function addGit(found: RunLaterFiles, folder: string): boolean {
  if (!isFolder(folder)) return false;
  found.gits.add(folder);
  for (const name of IN_GIT) add(found, join(folder, name));
  for (const kind of ['modules', 'worktrees']) addGitsIn(found, join(folder, kind), 0);
  return true;
}

/** The name of a submodule may contain folders. */
function addGitsIn(found: RunLaterFiles, folder: string, depth: number): void {
  if (!isFolder(folder)) return;
  for (const { name } of readableEntries(folder)) {
    const path = join(folder, name);
    if (existsSync(join(path, 'HEAD'))) addGit(found, path);
    else if (depth < DEPTH) addGitsIn(found, path, depth + 1);
  }
}

/** True if the file names a git folder that is being looked at. */
function leadsTo(
  gits: ReadonlySet<string>,
  from: string,
  read: (text: string) => string | undefined,
  is: Thing,
): boolean {
  if (!is?.bytes || is.link !== undefined) return false;
  const named = read(is.bytes.toString('utf8'));
  const path = named === undefined ? undefined : realPathIfReachable(resolve(from, named));
  return path !== undefined && gits.has(path);
}

function programsIn(thing: Thing): string[] | undefined {
  if (!thing) return [];
  const entries = thing.bytes && thing.link === undefined ? readGitConfig(thing.bytes.toString('utf8')) : undefined;
  return entries?.flatMap(({ key, value }) => {
    const starts = runsProgram(key, value) || (STARTS.test(key) && !isSwitch(value));
    return starts ? [`${key}=${value}`] : [];
  });
}

function isFolder(path: string): boolean {
  return lstatIfReachable(path)?.isDirectory() ?? false;
}

function firstOf(path: string): string {
  return path.split('/')[0] ?? path;
}
