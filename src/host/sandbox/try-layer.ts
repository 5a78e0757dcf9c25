/** A throw-away layer over the workspace and the home folder, in the session's own network: a command runs on it to show what it would change. */

import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TriedFile } from '../../protocol/place.ts';
import { LAYERS, saidUntilReady } from './holder.ts';

export interface TryLayer {
  /** The process whose view of the disk is entered. */
  readonly pid: number;
  /** What a command wrote to it, path by path. */
  files(): TriedFile[];
  stop(): void;
}

export interface TryLayerOptions {
  nsenter: string;
  unshare: string;
  /** The holder of the session. */
  holder: number;
  home: string;
  writable: readonly string[];
  /** A folder of its own. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

const MOST_FILES = 10_000;
const MOST_COMPARED = 64 * 1024 * 1024;

/** `undefined`: it cannot be had here. */
export async function startTryLayer(options: TryLayerOptions): Promise<TryLayer | undefined> {
  const { nsenter, unshare, holder, home, writable, folder, env } = options;
  for (const name of ['tmp', 'var/tmp']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  const entering = ['-t', String(holder), '-U', '-m', '-n', '--preserve-credentials', '--', unshare, '-m'];
  const layering = ['/bin/sh', '-c', LAYERS, 'coder-try', folder, home, 'layer', 'input', ...writable];
  const child = spawn(nsenter, [...entering, ...layering], { cwd: '/', env, detached: true, stdio: 'pipe' });
  child.stdin.on('error', () => undefined); // it has ended: so has what it held
  const said = await saidUntilReady(child);
  const isWhole = 'words' in said && ['workspace', 'home'].every((name) => said.words.includes(name));
  if (!isWhole || child.pid === undefined) {
    child.kill('SIGKILL');
    return undefined;
  }
  child.unref();
  return {
    pid: child.pid,
    files: () => writable.flatMap((path, index) => changesIn(join(folder, `workspace${index + 1}`), path)),
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A device without a number stands for what was deleted; a file whose bytes are the same was only touched. */
function changesIn(upper: string, lower: string): TriedFile[] {
  const found: TriedFile[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(upper, below), { withFileTypes: true })) {
      if (found.length >= MOST_FILES) return;
      const name = join(below, entry.name);
      const path = join(lower, name);
      const before = lstatSync(path, { throwIfNoEntry: false });
      if (entry.isDirectory()) {
        if (!before) found.push({ path, change: 'added', bytes: 0, isFolder: true });
        walk(name);
      } else if (entry.isCharacterDevice()) found.push({ path, change: 'deleted', bytes: before?.size ?? 0 });
      else {
        const { size } = lstatSync(join(upper, name));
        if (!before) found.push({ path, change: 'added', bytes: size });
        else if (!isSame(join(upper, name), path, size)) found.push({ path, change: 'changed', bytes: size });
      }
    }
  };
  if (existsSync(upper)) walk('');
  return found;
}

function isSame(now: string, before: string, size: number): boolean {
  const [a, b] = [lstatSync(now), lstatSync(before)];
  if (!a.isFile() || !b.isFile()) return false;
  return a.size === b.size && size <= MOST_COMPARED && readFileSync(now).equals(readFileSync(before));
}
