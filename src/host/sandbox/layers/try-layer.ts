/** A throw-away layer over the workspace and the home folder, in the session's network, on which a command shows what it would change. */

import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readableNames } from '../../../base/files/folder.ts';
import type { TriedFile } from '../../../protocol/sandbox.ts';
import { enterArguments } from './enter.ts';
import { LAYERS, saidUntilReady } from './holder.ts';

export interface TryLayer {
  /** The process whose view of the disk is entered. */
  readonly pid: number;
  /** The changes that a command made on it, path by path. */
  files(): TriedFile[];
  stop(): void;
}

export interface TryLayerOptions {
  nsenter: string;
  unshare: string;
  /** The holder process of the session. */
  holder: number;
  home: string;
  writable: readonly string[];
  /** The session's temporary folders, which are layered as well but not reported. */
  temporary: readonly string[];
  /** A separate folder for the layer's files. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

const MOST_FILES = 10_000;
const MOST_COMPARED = 64 * 1024 * 1024;

/** `undefined` if unavailable here. */
export async function startTryLayer(options: TryLayerOptions): Promise<TryLayer | undefined> {
  const { nsenter, unshare, holder, home, writable, temporary, folder, env } = options;
  const entering = [...enterArguments(holder, 'mount', 'network'), unshare, '-m'];
  const layering = ['/bin/sh', '-c', LAYERS, 'coder-try', folder, home, 'layer', 'input', ...writable, ...temporary];
  const child = spawn(nsenter, [...entering, ...layering], { cwd: '/', env, detached: true, stdio: 'pipe' });
  child.stdin.on('error', () => undefined); // the process has ended, and the layer with it
  const said = await saidUntilReady(child);
  const isWhole = 'words' in said && ['workspace', 'home'].every((name) => said.words.includes(name));
  if (!isWhole || child.pid === undefined) {
    child.kill('SIGKILL');
    return undefined;
  }
  child.unref();
  return {
    pid: child.pid,
    files: () =>
      writable.flatMap((path, index) =>
        changesIn({
          upper: join(folder, `workspace${index + 1}`),
          lower: path,
          merged: `/proc/${child.pid}/root${path}`,
        }),
      ),
    stop: () => void child.kill('SIGKILL'),
  };
}

/** The written files, the files outside, and the merged view that the command sees. */
interface LayerFolders {
  upper: string;
  lower: string;
  merged: string;
}

/** A device without a number marks a deleted file; a file with the same content as before was only touched. */
function changesIn({ upper, lower, merged }: LayerFolders): TriedFile[] {
  const found: TriedFile[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(upper, below), { withFileTypes: true })) {
      if (found.length >= MOST_FILES) return;
      const name = join(below, entry.name);
      const path = join(lower, name);
      const before = lstatSync(path, { throwIfNoEntry: false });
      if (entry.isCharacterDevice()) found.push(...deleted(path, before));
      else if (!before) found.push(added(join(upper, name), path));
      else if (before.isDirectory() && !entry.isDirectory())
        found.push(...deleted(path, before), added(join(upper, name), path));
      else if (!isSame(join(upper, name), path)) found.push({ ...added(join(upper, name), path), change: 'changed' });
      if (!entry.isDirectory()) continue;
      if (before?.isDirectory()) found.push(...coveredIn(path, join(merged, name), join(upper, name)));
      walk(name);
    }
  };
  if (existsSync(upper)) walk('');
  return found;
}

function added(upper: string, path: string): TriedFile {
  const stats = lstatSync(upper);
  return {
    path,
    change: 'added',
    bytes: stats.isDirectory() ? 0 : stats.size,
    ...(stats.isDirectory() && { isFolder: true }),
  };
}

/** Lists every file of a deleted folder; a folder that cannot be read is listed alone. */
function deleted(path: string, before: Stats | undefined, room = MOST_FILES): TriedFile[] {
  if (!before?.isDirectory()) return [{ path, change: 'deleted', bytes: before?.size ?? 0 }];
  const found: TriedFile[] = [{ path, change: 'deleted', bytes: 0, isFolder: true }];
  for (const name of readableNames(path)) {
    if (found.length >= room) break;
    const inner = join(path, name);
    found.push(...deleted(inner, lstatSync(inner), room - found.length));
  }
  return found;
}

/** A folder that was deleted and created again hides its former entries without marking each of them. */
function coveredIn(path: string, merged: string, upper: string): TriedFile[] {
  if (!existsSync(merged)) return [];
  const seen = new Set([...readdirSync(merged), ...readdirSync(upper)]);
  return readdirSync(path).flatMap((name) => {
    const inner = join(path, name);
    return seen.has(name) ? [] : deleted(inner, lstatSync(inner));
  });
}

function isSame(now: string, before: string): boolean {
  const [a, b] = [lstatSync(now), lstatSync(before)];
  if (a.mode !== b.mode) return false;
  if (a.isDirectory()) return true;
  if (a.isSymbolicLink()) return readlinkSync(now) === readlinkSync(before);
  return a.isFile() && a.size === b.size && a.size <= MOST_COMPARED && readFileSync(now).equals(readFileSync(before));
}
