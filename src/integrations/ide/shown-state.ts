/** The parts of an editor's report that may be shown: real files without secrets, by the names the model knows, within limits. */

import { isAbsolute } from 'node:path';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import type { EditorState } from './companion.ts';
import type { Shown } from './context.ts';

const MOST_FILES = 10;
/** Files examined to find those: most of them can be shown. */
const LOOKED_AT = 100;
/** In bytes. */
const LONGEST_SELECTION = 16 * 1024;
const LONGEST_PATH = 1_024;

type Resolve = Workspace['resolve'];

export async function shownState({ files, active }: EditorState, resolve: Resolve): Promise<Shown> {
  const names: string[] = [];
  for (const path of files.slice(0, LOOKED_AT)) {
    if (names.length >= MOST_FILES) break;
    const name = await nameOf(path, resolve);
    if (name !== undefined && !names.includes(name)) names.push(name);
  }
  const name = active && (await nameOf(active.path, resolve));
  if (!active || name === undefined) return { files: names };
  const { cursor, selection } = active;
  return {
    files: names,
    active: name,
    ...(cursor && isPlace(cursor) && { cursor }),
    ...(selection && selection.text.trim() !== '' && { selection: { ...selection, text: cut(selection.text) } }),
  };
}

/** `undefined` if the file must not be named. */
export async function nameOf(path: string, resolve: Resolve): Promise<string | undefined> {
  if (!isAbsolute(path) || path.length > LONGEST_PATH || path.includes('\0') || !path.isWellFormed()) return undefined;
  if (isSecretPath(path)) return undefined;
  const { absolute, display, withheld, kind } = await resolve(path);
  if (withheld || kind === 'folder' || isSecretPath(absolute)) return undefined;
  return cleanLine(display);
}

function isPlace({ line, column }: { line: number; column: number }): boolean {
  return Number.isSafeInteger(line) && Number.isSafeInteger(column) && line > 0 && column > 0;
}

function cut(text: string): string {
  const bytes = Buffer.from(text.toWellFormed(), 'utf8');
  if (bytes.length <= LONGEST_SELECTION) return text.toWellFormed();
  let end = LONGEST_SELECTION;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // not in the middle of a character
  return `${bytes.toString('utf8', 0, end)}\n[cut: ${bytes.length - end} more bytes are selected]`;
}
