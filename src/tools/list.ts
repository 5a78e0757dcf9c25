/** `list`: lists the entries of a folder. */

import type { Dir } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoderError, codeOf } from '../base/errors.ts';
import { isLossy } from '../base/files/lossy-name.ts';
import { type Infer, object, optional, string } from '../base/schema.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import type { ResolvedPath, Workspace } from '../host/files/workspace.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import { listText } from './for-model/list-text.ts';

const input = object({ path: optional(string()) });
type Args = Infer<typeof input>;

interface Entry {
  name: string;
  path: string;
  is_dir: boolean;
  size: number;
  /** Set if the entry is a link that leads outside the workspace. */
  link?: 'outside workspace';
}

const MAX_ENTRIES = 1000;
/** Limit of names read before the first `MAX_ENTRIES` in order are taken. */
const MAX_NAMES = 100_000;

export function listTool({ workspace }: { workspace: Workspace }): Tool<Args> {
  return defineTool<Args>({
    name: 'list',
    description: 'List a directory.',
    input,
    effect: 'read',
    looks: 'list',
    permission: 'read',
    paths: ({ path = '.' }) => [{ path, access: 'read' }],
    async execute({ path = '.' }, { signal }) {
      const folder = await workspace.folder(path);
      const { names, isComplete } = await namesIn(folder, signal);
      const shown = names.slice(0, MAX_ENTRIES);
      const found = await Promise.all(
        shown.map(async (name) => ({ name, entry: await entryOf(name, folder, workspace) })),
      );
      const lossy = found.filter(({ name, entry }) => !entry && isLossy(name)).map(({ name }) => name);
      const warning = hiddenWarning(...shown);
      return ok({
        entries: found.flatMap(({ entry }) => entry ?? []),
        ...(lossy.length > 0 && { not_utf8: lossy }),
        ...(warning && { warning }),
        truncated: !isComplete || names.length > shown.length,
        ...(names.length > shown.length && { total: names.length }),
      });
    },
    forModel: listText,
    view({ path = '.' }, outcome) {
      if (outcome && outcome.status !== 'ok') return { title: path, body: [{ type: 'text', text: outcome.error }] };
      const entries = outcome?.result.entries;
      if (!Array.isArray(entries)) return { title: path };
      const count = entries.length;
      return { title: `${path} ${count} ${count === 1 ? 'entry' : 'entries'}`, fact: { is: 'entries', path, count } };
    },
  });
}

async function namesIn(folder: ResolvedPath, signal: AbortSignal): Promise<{ names: string[]; isComplete: boolean }> {
  const names: string[] = [];
  for await (const { name } of await openFolder(folder)) {
    if (names.length % 1000 === 0) signal.throwIfAborted();
    if (names.length >= MAX_NAMES) return { names: names.sort(), isComplete: false };
    names.push(name);
  }
  return { names: names.sort(), isComplete: true };
}

async function openFolder({ absolute, display }: ResolvedPath): Promise<Dir> {
  try {
    return await opendir(absolute, { bufferSize: 1000 });
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    throw new CoderError('no-access', `no permission to list ${display}`, { cause: error });
  }
}

async function entryOf(name: string, folder: ResolvedPath, workspace: Workspace): Promise<Entry | undefined> {
  const absolute = join(folder.absolute, name);
  const path = join(folder.display, name);
  try {
    const stats = await lstat(absolute);
    if (!stats.isSymbolicLink()) return { name, path, is_dir: stats.isDirectory(), size: stats.size };
    const target = await workspace.resolve(absolute);
    if (!target.inside) return { name, path, is_dir: false, size: 0, link: 'outside workspace' };
    const size = target.kind === 'missing' ? 0 : (await stat(target.absolute)).size;
    return { name, path, is_dir: target.kind === 'folder', size };
  } catch (error) {
    if (error instanceof CoderError) return { name, path, is_dir: false, size: 0 }; // a link that leads in a circle
    if (codeOf(error) === 'ENOENT') return undefined; // removed during listing, or a name that is not UTF-8
    throw error;
  }
}
