/** A workspace whose files may be open in an editor: unsaved text is read from it, and changes are written through it. */

import { dirname } from 'node:path';
import { CoderError } from '../../base/errors.ts';
import { decodeFile, encodeFile } from '../../base/files/text-file.ts';
import { unixLines, withLineEndsOf } from '../../base/text/unix-lines.ts';
import type { ReadFile, Workspace } from '../../host/files/workspace.ts';

/** An editor, addressed by real paths. Operations it does not support are absent. */
export interface EditorFiles {
  /** The editor's text of the file, saved or not; `undefined` if it has none. */
  read?(path: string): Promise<string | undefined>;
  /** Throws a `CoderError` if the editor refuses. */
  write?(path: string, text: string): Promise<void>;
}

type Range = NonNullable<Parameters<Workspace['readFile']>[1]>;

/** Larger files are seldom open in an editor, and would be transferred whole. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The resolver always comes first; the editor sees only paths that it accepted. */
export function withEditor(
  workspace: Workspace,
  { read, write }: EditorFiles,
  onWritten?: (path: string) => void,
): Workspace {
  /** By path, the unsaved text last read; a write requires that it has not changed since. */
  const unsaved = new Map<string, string>();

  return {
    ...workspace,
    async readFile(path, range = {}) {
      const found = await workspace.readFile(path, range);
      if (!read || found.size > MOST_BYTES) return found;
      const whole = found.bytes.length === found.size ? found : await workspace.readFile(path);
      const held = await heldBy(whole);
      if (!held) return found;
      unsaved.set(found.absolute, held.text);
      return { ...found, bytes: slice(held.bytes, range), size: held.bytes.length };
    },
    async writeFile(path, bytes, options = {}) {
      const place = await workspace.writable(path);
      const text = write && bytes.length <= MOST_BYTES ? plainText(bytes) : undefined;
      const isApart = place.kind === 'missing' && (await workspace.resolve(dirname(place.absolute))).kind === 'missing';
      if (!write || text === undefined || isApart) return workspace.writeFile(path, bytes, options);
      if (options.over !== undefined) await requireSame(path, place, options.over);
      await write(place.absolute, text);
      onWritten?.(place.absolute);
      unsaved.delete(place.absolute);
    },
  };

  /** The editor's text of a file, if it differs from the disk. */
  async function heldBy(found: ReadFile): Promise<{ text: string; bytes: Buffer } | undefined> {
    const file = decodeFile(found.bytes);
    const text = file && (await read?.(found.absolute));
    if (!file || text === undefined || unixLines(text) === unixLines(file.text)) {
      unsaved.delete(found.absolute);
      return undefined;
    }
    return { text, bytes: Buffer.from(encodeFile(file, withLineEndsOf(file.text, text))) };
  }

  /** Requires the state that the call saw: the same file on disk, the same text in the editor. */
  async function requireSame(
    path: string,
    { absolute, display, kind }: Awaited<ReturnType<Workspace['writable']>>,
    over: { mtimeMs: number; ino?: number } | null,
  ): Promise<void> {
    if (over === null) {
      if (kind !== 'missing') throw stale(display, 'was created by another program just now');
      return;
    }
    const now = await workspace.readFile(path);
    const isSame = now.mtimeMs === over.mtimeMs && (over.ino === undefined || now.ino === over.ino);
    const before = unsaved.get(absolute);
    const held = await heldBy(now);
    if (!isSame || held?.text !== before) throw stale(display, 'changed just now');
  }
}

function stale(display: string, what: string): CoderError {
  return new CoderError('stale', `${display} ${what}. Read it again before you change it.`);
}

/** The text for the editor; `undefined` for anything but plain UTF-8, which is written to disk directly. */
function plainText(bytes: Uint8Array): string | undefined {
  const file = decodeFile(bytes);
  return file && file.encoding === 'utf-8' && !file.bom && file.text.isWellFormed() ? file.text : undefined;
}

function slice(bytes: Buffer, { offset = 0, length = bytes.length }: Range): Buffer {
  return bytes.subarray(offset, offset + length);
}
