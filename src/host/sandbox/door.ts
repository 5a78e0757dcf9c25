/** At the door: what a command added among things that run later is set aside before anything else starts, and put back only by a yes. */

import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readableEntries, readableNames } from '../../base/files/folder.ts';
import { runsProgram } from '../git/program-keys.ts';
import { readGitConfig } from '../git/read-config.ts';

/** A file as it was: its bytes, or that there was none; `undefined`: it cannot be told. */
type State = Buffer | 'missing' | undefined;

export interface SetAside {
  /** From the workspace. */
  path: string;
  /** Where it is now. */
  kept: string;
  was: string | undefined;
  is: string | undefined;
  /** Puts it where it was. */
  putBack(): void;
}

export interface Door {
  /** What stands there now, before a command runs. */
  look(): Seen;
}

interface Seen {
  /** What has been added or changed since, set aside. */
  setAside(): SetAside[];
}

/** By name from a root; folders with all that is in them. */
const RUN_LATER = [
  '.envrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs bunfig.toml .mcp.json .pre-commit-config.yaml .lefthook.yml lefthook.yml mise.toml .mise.toml .tool-versions',
  '.vscode/tasks.json .vscode/settings.json .vscode/launch.json .idea/runConfigurations .husky .devcontainer .git/hooks .git/config .git/config.worktree .coder/config.json .coder/skills .coder/commands .coder/hooks .claude/settings.json',
]
  .join(' ')
  .split(' ');
/** Of a repository within the workspace. */
const IN_REPOSITORY = ['hooks', 'config', 'config.worktree'];
/** Keys that have git start a program besides those that readers look for, or read more config. */
const STARTS =
  /^(?:core\.(?:fsmonitor|hookspath|pager)|pager\..+|alias\..+|include\.path|includeif\..+\.path|sequence\.editor|protocol\..*allow|url\..+|remote\..+\.(?:uploadpack|receivepack|vcs)|submodule\..+\.update)$/;
const SWITCH = /^(?:true|false|yes|no|on|off|0|1|)$/i;
const DEPTH = 3;
const MAX_FILES = 2000;
const MAX_BYTES = 256 * 1024;
const NOT_LOOKED_INTO = new Set(['node_modules', '.git', '.venv', 'vendor', 'target', 'dist']);

export function createDoor(roots: readonly string[], folder: () => string): Door {
  let count = 0;

  function look(): Map<string, State> {
    const found = new Map<string, State>();
    for (const root of roots) {
      for (const name of RUN_LATER) add(found, join(root, name));
      for (const repository of repositoriesIn(root))
        for (const name of IN_REPOSITORY) add(found, join(repository, name));
    }
    return found;
  }

  return {
    look() {
      const before = look();
      return {
        setAside() {
          const aside: SetAside[] = [];
          for (const [path, is] of look()) {
            const was = before.get(path) ?? 'missing';
            if (is === 'missing' || isSame(was, is) || !runsLater(path, was, is)) continue;
            aside.push(put(path, was, is));
          }
          return aside;
        },
      };
    },
  };

  function put(path: string, was: State, is: State): SetAside {
    count += 1;
    const kept = join(folder(), 'aside', String(count));
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    moveTo(path, kept);
    if (Buffer.isBuffer(was)) writeFileSync(path, was);
    const root = roots.find((each) => path.startsWith(`${each}/`)) ?? '/';
    return {
      path: relative(root, path),
      kept,
      was: textOf(was),
      is: textOf(is),
      putBack() {
        mkdirSync(dirname(path), { recursive: true });
        rmSync(path, { force: true });
        moveTo(kept, path);
      },
    };
  }
}

/** Within one disk or across two. */
function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    writeFileSync(to, readFileSync(from), { mode: lstatSync(from).mode & 0o777 });
    rmSync(from, { force: true });
  }
}

/** A folder counts by the files in it. */
function add(found: Map<string, State>, path: string): void {
  if (found.size >= MAX_FILES) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readableNames(path)) if (!name.endsWith('.sample')) add(found, join(path, name));
    return;
  }
  found.set(path, !stats ? 'missing' : stats.isFile() && stats.size <= MAX_BYTES ? read(path) : undefined);
}

function repositoriesIn(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string, depth: number): void => {
    if (found.length >= MAX_FILES || depth > DEPTH) return;
    for (const entry of readableEntries(folder)) {
      if (!entry.isDirectory() || NOT_LOOKED_INTO.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (lstatSync(join(path, '.git'), { throwIfNoEntry: false })?.isDirectory()) found.push(join(path, '.git'));
      walk(path, depth + 1);
    }
  };
  walk(root, 1);
  return found;
}

/** git's own config changes all the time; only what has it start a program counts. What cannot be read counts. */
function runsLater(path: string, was: State, is: State): boolean {
  if (!/\/\.git\/(?:.*\/)?config(?:\.worktree)?$/.test(path)) return true;
  const before = new Set(programsIn(was) ?? []);
  const now = programsIn(is);
  return now === undefined || now.some((entry) => !before.has(entry));
}

function programsIn(state: State): string[] | undefined {
  if (state === 'missing') return [];
  const entries = state && readGitConfig(state.toString('utf8'));
  return entries?.flatMap(({ key, value }) => {
    const starts = runsProgram(key, value) || (STARTS.test(key) && !SWITCH.test(value));
    return starts ? [`${key}=${value}`] : [];
  });
}

function isSame(a: State, b: State): boolean {
  return Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : a === b && a !== undefined;
}

function textOf(state: State): string | undefined {
  return Buffer.isBuffer(state) ? state.toString('utf8') : undefined;
}

function read(path: string): State {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // not for us: it is set aside whole
  }
}
