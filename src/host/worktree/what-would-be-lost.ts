/** Finds what removing a worktree would lose, where git itself looks and where it does not. If nothing is found, nothing is lost. */

import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';
import { isBelow, isInside } from '../../base/files/paths.ts';
import { processIds } from '../../base/files/process-table.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { named, unnamed } from '../../base/named-text.ts';
import type { KeptBecause, WorktreeRecord } from '../../protocol/worktree.ts';
import type { Git } from '../git/git.ts';
import { unheldCommits } from './unheld-commits.ts';
import { remakable, sameAsSource } from './worthless.ts';

export interface WorktreeToCheck {
  /** Where the worktree is now; not its usual path while it is being removed. */
  folder: string;
  admin: string;
  record: WorktreeRecord;
  /** The working copy that ignored files were copied from. */
  source: string | undefined;
  git: Git;
}

/** Files that git keeps in its folder during an unfinished operation. */
const OPERATIONS = [
  'rebase-merge',
  'rebase-apply',
  'sequencer',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'BISECT_LOG',
];
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'];

export async function whatWouldBeLost(worktree: WorktreeToCheck, signal: AbortSignal): Promise<KeptBecause[]> {
  const { folder, admin, record, git } = worktree;
  const fixed = [...submodulesIn(admin), ...operationIn(admin), ...nestedIn(worktree), ...mountsIn(folder)];
  if (fixed.length > 0) return fixed;
  const status = await git.read(STATUS, signal);
  if (status.status !== 'ok') return [{ kind: 'unreadable', what: unnamed(status.error) }];
  if (status.truncated) {
    const text = 'changed files: more files than are looked at';
    return [{ kind: 'unreadable', what: named('keptTooMany', text) }];
  }
  const entries = status.stdout.split('\0').filter((entry) => entry !== '');
  const pathsOf = (isIt: (code: string) => boolean) =>
    entries.filter((entry) => isIt(entry.slice(0, 2))).map((entry) => entry.slice(3));
  const changed = pathsOf((code) => code !== '!!');
  const ignored = leftIgnored(
    pathsOf((code) => code === '!!'),
    worktree,
  );
  const hidden = await hiddenFiles(worktree, signal);
  const commits = await unheldCommits(admin, record, git, signal);
  return [
    ...(changed.length > 0 ? [{ kind: 'changed' as const, paths: changed }] : []),
    ...ignored,
    ...hidden,
    ...commits,
  ];
}

/** Processes whose working folder is in it. Their open files are checked only on request, which takes longer. */
export function processesIn(folder: string, openFiles: boolean): number[] {
  return processIds().filter(
    (pid) => pid !== process.pid && linksOf(pid, openFiles).some((path) => isInside(folder, path)),
  );
}

function linksOf(pid: number, openFiles: boolean): string[] {
  const folder = `/proc/${pid}`;
  const fds = openFiles ? readableNames(`${folder}/fd`).map((fd) => `fd/${fd}`) : [];
  return ['cwd', ...fds].flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return []; // it has ended, or belongs to another user
    }
  });
}

/** The repositories of a worktree's submodules, with all their commits, are in the worktree's part of git's folder. */
function submodulesIn(admin: string): KeptBecause[] {
  return existsSync(join(admin, 'modules')) ? [{ kind: 'submodule', paths: readdirSync(join(admin, 'modules')) }] : [];
}

function operationIn(admin: string): KeptBecause[] {
  const found = OPERATIONS.filter((name) => existsSync(join(admin, name)));
  const refs = existsSync(join(admin, 'refs')) ? filesBelow(join(admin, 'refs')) : []; // refs of this worktree only
  const what = found[0] ?? refs[0];
  if (what === undefined) return [];
  return [{ kind: 'operation', what: named('keptOperation', `git is in the middle of something: ${what}`, what) }];
}

/** Other worktrees inside this one, according to git. */
function nestedIn({ record, admin }: WorktreeToCheck): KeptBecause[] {
  const all = join(record.common, 'worktrees');
  const paths = readdirSync(all)
    .filter((name) => join(all, name) !== admin)
    .map((name) => (readIfThere(join(all, name, 'gitdir')) ?? '').trim())
    .filter((path) => isBelow(record.path, path));
  return paths.length > 0 ? [{ kind: 'nested', paths }] : [];
}

function mountsIn(folder: string): KeptBecause[] {
  const lines = (readIfThere('/proc/self/mountinfo') ?? '').split('\n');
  const points = lines.map((line) => (line.split(' ')[4] ?? '').replaceAll('\\040', ' '));
  const inside = points.find((point) => isInside(folder, point));
  if (inside === undefined) return [];
  return [{ kind: 'mount', what: named('keptMount', `something is mounted at ${inside}`, inside) }];
}

/** Ignored files count as work unless they are copies or can be regenerated. Anything that contains a repository always counts. */
function leftIgnored(paths: readonly string[], { folder, source }: WorktreeToCheck): KeptBecause[] {
  const nested = paths.filter((path) => holdsRepository(join(folder, path)));
  if (nested.length > 0) return [{ kind: 'nested', paths: nested }];
  const left = paths.filter((path) => !remakable(path) && !sameAsSource(folder, path, source));
  return left.length > 0 ? [{ kind: 'ignored', paths: left }] : [];
}

function holdsRepository(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  const entries = readdirSync(path, { withFileTypes: true });
  if (entries.some(({ name }) => name === '.git')) return true;
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));
  return isBare || entries.some((entry) => entry.isDirectory() && holdsRepository(join(path, entry.name)));
}

/** Files that git was told not to look at, so it is unknown whether their content exists elsewhere. */
async function hiddenFiles({ admin, folder, git }: WorktreeToCheck, signal: AbortSignal): Promise<KeptBecause[]> {
  if (!mayHideFiles(admin)) return [];
  const list = await git.read(['ls-files', '-v', '-z'], signal);
  if (list.status !== 'ok' || list.truncated)
    return [{ kind: 'unreadable', what: named('keptIndex', 'the index could not be read') }];
  const paths = list.stdout
    .split('\0')
    .filter((line) => /^(?:S|[a-z]) /.test(line))
    .map((line) => line.slice(2))
    .filter((path) => lstatSync(join(folder, path), { throwIfNoEntry: false }));
  return paths.length > 0 ? [{ kind: 'hidden', paths }] : [];
}

/** True if the index may contain such files: version 3 is written for skip-worktree, and a flag in version 2 marks `--assume-unchanged`. */
function mayHideFiles(admin: string): boolean {
  const index = readRegular(join(admin, 'index'), Number.POSITIVE_INFINITY);
  return typeof index === 'string' || !isPlainIndex(index.bytes);
}

const ENTRY = 62;

/** True if every entry is of version 2 and lacks the flag that git sets for `--assume-unchanged`. */
function isPlainIndex(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) !== 2) return false;
  let at = 12;
  for (let count = bytes.readUInt32BE(8); count > 0; count--) {
    if (at + ENTRY > bytes.length) return false;
    const flags = bytes.readUInt16BE(at + 60);
    if ((flags & 0x8000) !== 0) return false;
    const end = bytes.indexOf(0, at + ENTRY);
    if (end < 0) return false;
    at += Math.ceil((end + 1 - at) / 8) * 8;
  }
  return true;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
