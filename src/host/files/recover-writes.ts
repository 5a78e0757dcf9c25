/** Cleans up after a coder that was killed: its temporary files, the first files of an unfinished change to several, a half-done undo. */

import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { isGone, isOwner, tryLock } from '../../base/files/file-lock.ts';
import { namesIn } from '../../base/files/folder.ts';
import { named, unnamed } from '../../base/named-text.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Workspace } from './workspace.ts';
import type { JournalNote, NotedFile } from './write-journal.ts';

/** A call that was killed while changing several files; the files are back in the state before it. */
export interface UndoneCall {
  call: string;
  /** Files that the call had already changed and that were restored. */
  undone: Fault[];
  /** Files that were changed since or cannot be written, each with the reason. */
  left: Fault[];
}

/** Restores files to their state before an `/undo` or `/redo` that was cut short. */
export type TakeBackUndo = (noted: unknown) => Promise<Omit<UndoneCall, 'call'>>;

const TEMPORARY = /^\.coder-[0-9a-f]{18}\.tmp$/;

/** `folder` is in the user's state folder, so everything in it was written by coder. */
export async function recoverWrites(
  folder: string,
  workspace: Workspace,
  takeBackUndo: TakeBackUndo,
): Promise<UndoneCall[]> {
  const names = namesIn(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) return [];
  const attempt = tryLock(join(folder, 'recovering.lock'));
  if (!attempt.ok) return []; // another coder that has just started is doing it
  try {
    const undone: UndoneCall[] = [];
    const notes = names.flatMap((name) => {
      const file = join(folder, name);
      const note = readNote(file);
      return note && isGone(note.owner) ? [{ file, note }] : [];
    });
    for (const { temporary } of notes.map(({ note }) => note)) {
      if (temporary !== undefined && TEMPORARY.test(basename(temporary))) removeQuietly(temporary); // first, since a folder may have to go
    }
    for (const { file, note } of notes) {
      if (note.undo !== undefined) undone.push({ call: '', ...(await takeBackUndo(note.undo)) });
      if (note.files) undone.push(await undoCall(note.call ?? '', note.files, workspace));
      rmSync(file, { force: true });
    }
    return undone.filter((call) => call.undone.length + call.left.length > 0);
  } finally {
    attempt.lock.release();
  }
}

/** Does nothing if all files are changed or none: the call had then completed, or never begun. */
async function undoCall(call: string, files: readonly NotedFile[], workspace: Workspace): Promise<UndoneCall> {
  const states = await Promise.all(files.map(async (file) => ({ file, state: await stateOf(file, workspace) })));
  const changed = states.filter(({ state }) => state !== 'before');
  const result: UndoneCall = { call, undone: [], left: [] };
  if (changed.every(({ state }) => state === 'after') && changed.length === states.length) return result;
  for (const { file, state } of changed) {
    try {
      if (state === 'after') {
        await putBack(file, workspace);
        result.undone.push(unnamed((await workspace.resolve(file.path)).display));
      } else result.left.push(named('leftChanged', `${file.path} (changed since)`, file.path));
    } catch (error) {
      const why = messageOf(error);
      result.left.push(named('leftBecause', `${file.path} (${why})`, file.path, why));
    }
  }
  return result;
}

async function putBack({ path, before, mode }: NotedFile, workspace: Workspace): Promise<void> {
  if (before === null) await workspace.removeFile(path);
  else await workspace.writeFile(path, Buffer.from(before, 'base64'), { mode });
}

async function stateOf(file: NotedFile, workspace: Workspace): Promise<'before' | 'after' | 'other'> {
  const before = file.before === null ? null : hash('sha256', Buffer.from(file.before, 'base64'));
  try {
    const { bytes } = await workspace.readFile(file.path);
    const now = hash('sha256', bytes);
    return now === before ? 'before' : now === file.after ? 'after' : 'other';
  } catch (error) {
    if (codeOf(error) !== 'missing') return 'other';
    return before === null ? 'before' : file.after === null ? 'after' : 'other';
  }
}

function readNote(file: string): JournalNote | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isNote(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) !== undefined) return undefined; // being written, or gone meanwhile
    throw error;
  }
}

function isNote(value: unknown): value is JournalNote {
  if (!isPlainObject(value) || !isOwner(value.owner)) return false;
  const { temporary, call, files } = value;
  return (
    (temporary === undefined || typeof temporary === 'string') &&
    (call === undefined || typeof call === 'string') &&
    (files === undefined || (Array.isArray(files) && files.every(isNotedFile)))
  );
}

function isNotedFile(value: unknown): value is NotedFile {
  if (!isPlainObject(value)) return false;
  const isText = (part: unknown) => part === null || typeof part === 'string';
  return (
    typeof value.path === 'string' && isText(value.before) && isText(value.after) && typeof value.mode === 'number'
  );
}

/** Ignores errors: if the folder is gone or inaccessible by now, there is nothing to do. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}
