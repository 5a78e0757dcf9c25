/** A text file opened to be changed: inside the workspace, decoded, and still as the model knows it. */

import { CoderError } from '../../base/errors.ts';
import { decodeFile, type TextFile } from '../../base/files/text-file.ts';
import type { ReadFile, Workspace } from '../../host/files/workspace.ts';
import { type Failure, failed } from '../../protocol/tool.ts';
import type { SeenFiles } from '../seen-files.ts';
import { describeBinary } from './media-type.ts';

export interface FileDeps {
  workspace: Workspace;
  seen: SeenFiles;
}

export interface OpenText {
  read: ReadFile;
  file: TextFile;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** `missing` is left to the caller: some create the file then. */
export async function openText(path: string, { workspace, seen }: FileDeps): Promise<OpenText | Failure | 'missing'> {
  const read = await readWhole(path, workspace);
  if (read === 'missing' || 'status' in read) return read;
  const file = decodeFile(read.bytes);
  if (!file) return failed(`${read.display} is no text file: ${describeBinary(read.bytes, read.size)}.`);
  if (seen.compare(read) === 'changed') return staleFile(read.display);
  return { read, file };
}

export function staleFile(display: string): Failure {
  return failed(`${display} changed on disk since you last read it. Read it again before you change it.`);
}

/** Readable refusals of the workspace are answers; anything else is a bug and goes on up. */
export function refusalOf(error: unknown): Failure {
  if (error instanceof CoderError) return failed(error.message);
  throw error;
}

async function readWhole(path: string, workspace: Workspace): Promise<ReadFile | Failure | 'missing'> {
  try {
    const where = await workspace.resolve(path);
    if (where.inside && where.protected) return failed(`protected path: ${where.display} is not written by tools.`);
    if (where.inside && where.kind === 'missing') return 'missing';
    return await workspace.readFile(path, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (error instanceof CoderError && error.code === 'too-large') {
      return failed(`${path} is too large to change here (limit ${MAX_BYTES / 1024 / 1024} MiB). Use bash.`);
    }
    return refusalOf(error);
  }
}
