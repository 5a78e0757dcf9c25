/** Lists the sessions of a project, newest first, from the beginnings of their files. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { isClosedFolder, namesIn } from '../base/files/folder.ts';
import { readRegular } from '../base/files/regular-file.ts';
import { settingOf, titleOf } from '../log/fold.ts';
import type { Entry } from '../protocol/session.ts';
import { fromLine } from './entry.ts';
import { sessionNames } from './names.ts';

export interface SessionSummary {
  id: string;
  title: string;
  /** Given by the person, to find the session by. */
  name?: string;
  startedAt: number;
  updatedAt: number;
  cwd: string;
  model?: string;
  /** The beginning could not be read; the file is kept. */
  damaged?: true;
}

const FILE = /^([A-Za-z0-9_-]{1,64})\.jsonl$/;
const HEAD_BYTES = 64 * 1024;
/** How far to read if the first message is long (a paste, an image). */
const MOST_BYTES = 4 * 1024 * 1024;

/** Empty if the folder does not exist or this user may not read it. An unusable file is listed as damaged and never hides others. */
export async function listSessions(folder: string, limit: number): Promise<SessionSummary[]> {
  const files = newestFirst(folder).slice(0, limit);
  const names = new Map(files.length === 0 ? [] : [...sessionNames(folder)].map(([name, id]) => [id, name]));
  return files.map(({ id, path, updatedAt }) => {
    const name = names.get(id);
    return { ...summarise(id, path, Math.round(updatedAt)), ...(name !== undefined && { name }) };
  });
}

/** The session to continue: the newest that is not damaged. */
export async function latestSession(folder: string): Promise<SessionSummary | undefined> {
  for (const { id, path, updatedAt } of newestFirst(folder)) {
    const summary = summarise(id, path, Math.round(updatedAt));
    if (!summary.damaged) return summary;
  }
  return undefined;
}

function newestFirst(folder: string): { id: string; path: string; updatedAt: number }[] {
  const names = isClosedFolder(folder) ? [] : namesIn(folder);
  const files = names.flatMap((name) => {
    const id = FILE.exec(name)?.[1];
    if (id === undefined) return [];
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ id, path, updatedAt: stats.mtimeMs }] : [];
  });
  return files.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
}

function summarise(id: string, path: string, updatedAt: number): SessionSummary {
  let entries = headEntries(path, HEAD_BYTES);
  if (!titleOf(entries)) entries = headEntries(path, MOST_BYTES);
  const start = entries.find((entry) => entry.type === 'start');
  if (!start) return { id, title: '', startedAt: updatedAt, updatedAt, cwd: '', damaged: true };
  const request = entries.find((entry) => entry.type === 'request');
  const model = request?.model ?? settingOf(entries, 'model');
  return { id, title: titleOf(entries), startedAt: start.at, updatedAt, cwd: start.cwd, ...(model && { model }) };
}

/** The entries in the first bytes, up to the user's first message. */
function headEntries(path: string, length: number): Entry[] {
  const entries: Entry[] = [];
  const lines = headOf(path, length).split('\n');
  lines.pop(); // the part after the last newline is not a whole line
  for (const line of lines) {
    const entry = fromLine(line);
    if (entry) entries.push(entry);
    if (entry?.type === 'message' && entry.message.role === 'user' && titleOf(entries)) break;
  }
  return entries;
}

function headOf(path: string, length: number): string {
  try {
    const found = readRegular(path, length);
    return typeof found === 'string' ? '' : found.bytes.toString('utf8');
  } catch (error) {
    if (codeOf(error)) return ''; // unreadable, so listed as damaged
    throw error;
  }
}
