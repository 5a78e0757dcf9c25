/** Restores one entry to an earlier state through an open folder handle: follows no link on the way and touches no other entry. */

import { chmodSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { temporaryName } from '../../base/files/atomic-write.ts';
import { named, namedError } from '../../base/named-text.ts';
import { type Directory, openDirectory } from '../files/directory.ts';
import { type Entry, removeEntry, replaceEntry } from '../files/file-access.ts';
import { isNeverWritten } from '../files/never-written.ts';
import { componentsOf } from '../files/walk-path.ts';
import type { WriteJournal } from '../files/write-journal.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type FileState, type Found, lookAt, MISSING } from './file-state.ts';

export interface Place {
  root: string;
  /** Absolute path inside the root. */
  path: string;
  throughHandles: boolean;
  journal?: WriteJournal | undefined;
}

/** The current state of the entry. Throws if a folder above it has been replaced by a link. */
export function lookAtPlace(place: Place, maxBytes: number, format?: OidFormat): Found {
  try {
    using directory = openAbove(place, false);
    return lookAt(directory.at(nameOf(place)), maxBytes, format);
  } catch (error) {
    if (codeOf(error) === 'missing' || codeOf(error) === 'not-a-directory') return { state: MISSING };
    throw error;
  }
}

/** Removes the entry that is there now; `false` if it is a folder that is not empty. */
export async function clearPlace(place: Place, now: FileState): Promise<boolean> {
  using directory = openAbove(place, false);
  const name = nameOf(place);
  if (now.kind !== 'directory') {
    await whileWritable(directory, () => removeEntry(entryOf(directory, place)));
    return true;
  }
  try {
    directory.verify();
    await whileWritable(directory, () => rmdirSync(directory.at(name)));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `bytes` is for files only. A folder's mode is set last, by `setMode`, because entries are still to be put into it. */
export async function fillPlace(place: Place, to: FileState, bytes?: Buffer): Promise<void> {
  using directory = openAbove(place, true);
  await whileWritable(directory, () => fill(directory, place, to, bytes));
}

async function fill(directory: Directory, place: Place, to: FileState, bytes?: Buffer): Promise<void> {
  const name = nameOf(place);
  switch (to.kind) {
    case 'file':
      if (!bytes) throw namedError('lost', named('undoBytesGone', 'its bytes are gone'));
      return await replaceEntry(entryOf(directory, place), bytes, { mode: to.mode });
    case 'link':
      return putLink(directory, place, to.target);
    case 'directory':
      directory.verify();
      if (!lstatSync(directory.at(name), { throwIfNoEntry: false })) mkdirSync(directory.at(name), to.mode | 0o700);
      return undefined;
    case 'missing':
    case 'unknown':
      return undefined;
  }
}

function entryOf(directory: Directory, place: Place): Entry {
  return { directory, name: nameOf(place), shown: place.path, absolute: place.path, journal: place.journal };
}

export function setMode(place: Place, mode: number): void {
  using directory = openAbove(place, false);
  const path = directory.at(nameOf(place));
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) chmodSync(path, mode);
}

/** If the folder is read-only, as package stores leave theirs, makes it writable while `act` runs. */
async function whileWritable(directory: Directory, act: () => Promise<void> | void): Promise<void> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
  }
  directory.verify();
  const self = directory.at('.');
  const { mode } = lstatSync(self);
  chmodSync(self, (mode & 0o7777) | 0o300);
  try {
    await act();
  } finally {
    chmodSync(self, mode & 0o7777);
  }
}

function putLink(directory: Directory, place: Place, target: string): void {
  const unique = temporaryName();
  const temporary = directory.at(unique);
  const isGone = place.journal?.temporary(join(dirname(place.path), unique));
  try {
    symlinkSync(target, temporary);
    directory.verify();
    renameSync(temporary, directory.at(nameOf(place)));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    isGone?.();
  }
}

function openAbove({ root, path, throughHandles }: Place, create: boolean): Directory {
  const parts = componentsOf(relative(root, path));
  if (isNeverWritten(parts))
    throw namedError('protected', named('undoProtected', 'it is protected: change it yourself'));
  return openDirectory(root, parts.slice(0, -1), { create, throughHandles });
}

function nameOf({ root, path }: Place): string {
  return componentsOf(relative(root, path)).at(-1) ?? '';
}
