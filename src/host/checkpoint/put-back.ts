/** Restores one entry to an earlier state through an open folder handle: follows no link on the way and touches no other entry. */

import { chmodSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { temporaryName } from '../../base/files/atomic-write.ts';
import { named, namedError } from '../../base/named-text.ts';
import { type Entry, removeEntry, replaceEntry } from '../files/file-access.ts';
import { isNeverWritten } from '../files/never-written.ts';
import { type OpenFolder, openFolder } from '../files/open-folder.ts';
import { componentsOf } from '../files/walk-path.ts';
import type { WriteJournal } from '../files/write-journal.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type FileState, type FoundState, lookAt, MISSING } from './file-state.ts';

export interface EntryPath {
  root: string;
  /** Absolute path inside the root. */
  path: string;
  throughHandles: boolean;
  journal?: WriteJournal | undefined;
}

/** The current state of the entry. Throws if a folder above it has been replaced by a link. */
export function lookAtEntry(entry: EntryPath, maxBytes: number, format?: OidFormat): FoundState {
  try {
    using folder = openAbove(entry, false);
    return lookAt(folder.at(nameOf(entry)), maxBytes, format);
  } catch (error) {
    if (codeOf(error) === 'missing' || codeOf(error) === 'not-a-directory') return { state: MISSING };
    throw error;
  }
}

/** Removes the entry that is there now; `false` if it is a folder that is not empty. */
export async function clearEntry(entry: EntryPath, now: FileState): Promise<boolean> {
  using folder = openAbove(entry, false);
  const name = nameOf(entry);
  if (now.kind !== 'directory') {
    await whileWritable(folder, () => removeEntry(entryOf(folder, entry)));
    return true;
  }
  try {
    folder.verify();
    await whileWritable(folder, () => rmdirSync(folder.at(name)));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `bytes` is for files only. A folder's mode is set last, by `setMode`, because entries are still to be put into it. */
export async function fillEntry(entry: EntryPath, to: FileState, bytes?: Buffer): Promise<void> {
  using folder = openAbove(entry, true);
  await whileWritable(folder, () => fill(folder, entry, to, bytes));
}

async function fill(folder: OpenFolder, entry: EntryPath, to: FileState, bytes?: Buffer): Promise<void> {
  const name = nameOf(entry);
  switch (to.kind) {
    case 'file':
      if (!bytes) throw namedError('lost', named('undoBytesGone', 'its bytes are gone'));
      return await replaceEntry(entryOf(folder, entry), bytes, { mode: to.mode });
    case 'link':
      return putLink(folder, entry, to.target);
    case 'directory':
      folder.verify();
      if (!lstatSync(folder.at(name), { throwIfNoEntry: false })) mkdirSync(folder.at(name), to.mode | 0o700);
      return undefined;
    case 'missing':
    case 'unknown':
      return undefined;
  }
}

function entryOf(folder: OpenFolder, entry: EntryPath): Entry {
  return { folder, name: nameOf(entry), shown: entry.path, absolute: entry.path, journal: entry.journal };
}

export function setMode(entry: EntryPath, mode: number): void {
  using folder = openAbove(entry, false);
  const path = folder.at(nameOf(entry));
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) chmodSync(path, mode);
}

/** If the folder is read-only, as package stores leave theirs, makes it writable while `act` runs. */
async function whileWritable(folder: OpenFolder, act: () => Promise<void> | void): Promise<void> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
  }
  folder.verify();
  const self = folder.at('.');
  const { mode } = lstatSync(self);
  chmodSync(self, (mode & 0o7777) | 0o300);
  try {
    await act();
  } finally {
    chmodSync(self, mode & 0o7777);
  }
}

function putLink(folder: OpenFolder, entry: EntryPath, target: string): void {
  const unique = temporaryName();
  const temporary = folder.at(unique);
  const isGone = entry.journal?.temporary(join(dirname(entry.path), unique));
  try {
    symlinkSync(target, temporary);
    folder.verify();
    renameSync(temporary, folder.at(nameOf(entry)));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    isGone?.();
  }
}

function openAbove({ root, path, throughHandles }: EntryPath, create: boolean): OpenFolder {
  const parts = componentsOf(relative(root, path));
  if (isNeverWritten(parts))
    throw namedError('protected', named('undoProtected', 'it is protected: change it yourself'));
  return openFolder(root, parts.slice(0, -1), { create, throughHandles });
}

function nameOf({ root, path }: EntryPath): string {
  return componentsOf(relative(root, path)).at(-1) ?? '';
}
