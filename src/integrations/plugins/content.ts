/** Hashes every file of a plugin, so that what is used is what was approved. */

import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { insideOf } from './inside.ts';

export interface PinnedFile {
  /** Relative to the plugin's folder, with `/`. */
  path: string;
  /** SHA-256 of the bytes, plus `+x` if executable; for a link, `@` and its target. */
  mark: string;
  size: number;
  /** The file's attributes; while they are unchanged, its bytes need not be read again. */
  stamp: string;
}

const MOST_FILES = 5000;
const MOST_BYTES = 128 * 1024 * 1024;

/** `leaving`: links that lead out of the plugin; nothing behind them is used. */
export type Content =
  | { ok: true; files: readonly PinnedFile[]; leaving: readonly Fault[] }
  | { ok: false; problem: Fault };

/** `known`: files that were read before. */
export function contentOf(root: string, known: readonly PinnedFile[] = []): Content {
  const before = new Map(known.map((file) => [`${file.path}\0${file.stamp}`, file]));
  const files: PinnedFile[] = [];
  const leaving: Fault[] = [];
  let bytes = 0;
  try {
    const problem = look('');
    return problem === undefined ? { ok: true, files, leaving } : { ok: false, problem };
  } catch (error) {
    if (codeOf(error)) return { ok: false, problem: extensionFault('pluginContentUnreadable', String(codeOf(error))) };
    throw error;
  }

  function look(folder: string): Fault | undefined {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      if (folder === '' && name === '.git') continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      const stats = lstatSync(join(root, path));
      if (files.length >= MOST_FILES) return extensionFault('pluginTooManyFiles', String(MOST_FILES));
      if (stats.isDirectory()) {
        const problem = look(path);
        if (problem !== undefined) return problem;
      } else if (stats.isSymbolicLink()) {
        const target = readlinkSync(join(root, path));
        if (insideOf(root, path) === undefined) leaving.push(extensionFault('pluginLinkRefused', path, target));
        files.push({ path, mark: `@${target}`, size: 0, stamp: '' });
      } else if (stats.isFile()) {
        bytes += stats.size;
        if (bytes > MOST_BYTES) return extensionFault('pluginTooLarge', String(MOST_BYTES / 1024 / 1024));
        const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${stats.mode}`;
        files.push(before.get(`${path}\0${stamp}`) ?? pinned(path, stamp));
      } else return extensionFault('pluginNotAFile', path);
    }
    return undefined;
  }

  function pinned(path: string, stamp: string): PinnedFile {
    const place = join(root, path);
    const read = readFileSync(place);
    const isExecutable = (statSync(place).mode & 0o111) !== 0;
    return { path, mark: `${hash('sha256', read)}${isExecutable ? '+x' : ''}`, size: read.length, stamp };
  }
}

export interface ContentChange {
  path: string;
  kind: 'added' | 'changed' | 'removed';
}

export function changesBetween(before: readonly PinnedFile[], after: readonly PinnedFile[]): ContentChange[] {
  const [old, now] = [before, after].map((files) => new Map(files.map(({ path, mark }) => [path, mark])));
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].toSorted();
  return paths.flatMap((path): ContentChange[] => {
    const [was, is] = [old?.get(path), now?.get(path)];
    if (was === is) return [];
    return [{ path, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed' }];
  });
}

/** True for files that only address the model; all others can run, or decide what runs. */
export function onlySpeaks(path: string): boolean {
  return /\.(?:md|txt|rst|png|jpe?g|gif|svg)$/i.test(path) || /(?:^|\/)(?:LICEN[CS]E|NOTICE|CHANGELOG)$/i.test(path);
}
