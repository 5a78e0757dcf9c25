/** Opens a text file for changing: inside the workspace, decoded, and unchanged since the model saw it. */

import { CoderError, codeOf } from '../../base/errors.ts';
import { decodeFile, type TextFile } from '../../base/files/text-file.ts';
import type { StreamSecrets } from '../../base/secrets/mask-stream.ts';
import { formatBytes } from '../../base/text/format-number.ts';
import type { ReadFile, Workspace } from '../../host/files/workspace.ts';
import type { SeenFiles } from '../seen-files.ts';
import { describeBinary } from './media-type.ts';

export interface FileDeps {
  workspace: Workspace;
  seen: SeenFiles;
  /** Hides secrets before a long line is cut, so that no part of a secret remains. */
  secrets?: StreamSecrets;
}

export interface OpenText {
  read: ReadFile;
  file: TextFile;
  /** True if one of the model's commands changed the file since it was read; then only exact matches may be changed. */
  isOwn: boolean;
}

export const CHANGED_NOTE = 'the file had changed since you read it';

const MAX_BYTES = 32 * 1024 * 1024;

export async function openText(path: string, deps: FileDeps): Promise<OpenText> {
  await deps.workspace.writable(path);
  await deps.workspace.file(path);
  return open(path, deps);
}

/** Opens a file to replace all of it; `undefined` if it does not exist and can be created. */
export async function openTextIfAny(path: string, deps: FileDeps): Promise<OpenText | undefined> {
  const { kind } = await deps.workspace.writable(path);
  if (kind === 'missing') return undefined;
  const opened = await open(path, deps);
  if (opened.isOwn) throw staleFile(opened.read.display);
  return opened;
}

async function open(path: string, { workspace, seen }: FileDeps): Promise<OpenText> {
  const read = await readWhole(path, workspace);
  const file = decodeFile(read.bytes);
  if (!file) throw notText(read.display, read.bytes);
  const state = seen.compare(read);
  if (state === 'changed') throw staleFile(read.display);
  return { read, file, isOwn: state === 'own' };
}

export function staleFile(display: string): CoderError {
  return new CoderError(
    'stale',
    `${display} changed on disk since you last read it. Read it again before you change it.`,
  );
}

export function notText(display: string, bytes: Buffer): CoderError {
  return new CoderError('binary', `${display} is not a text file: ${describeBinary(bytes, bytes.length)}.`);
}

async function readWhole(path: string, workspace: Workspace): Promise<ReadFile> {
  try {
    return await workspace.readFile(path, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (codeOf(error) !== 'too-large') throw error;
    throw new CoderError(
      'too-large',
      `${path} is too large to change here (limit ${formatBytes(MAX_BYTES)}). Use bash.`,
      { cause: error },
    );
  }
}
