/** Finds editors to connect to: through the terminal's environment, or through the file that each editor leaves on disk. */

import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isInside } from '../../base/files/paths.ts';
import { lifeOf } from '../../base/files/process-table.ts';
import { parseJson } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { Door } from './companion.ts';
import { type Around, type EditorTraces, filesOf, tracesOf } from './may-be-there.ts';
import { readOwnFile } from './own-file.ts';
import { portOwner } from './port-owner.ts';

export interface FoundEditor extends Door {
  protocol: 'http' | 'websocket';
  name: string;
  folders: readonly string[];
  /** True if the terminal runs inside this editor. */
  isAround: boolean;
  /** When the editor's file was written, in milliseconds since 1970. */
  writtenAt: number;
}

/** `foreign`: belongs to another user or is writable by others; `stale`: the editor is gone; `elsewhere`: it has another folder open. */
interface PassedOver {
  file: string;
  why: 'foreign' | 'stale' | 'elsewhere' | 'unreadable';
}

export interface Discovery {
  found: FoundEditor[];
  passedOver: PassedOver[];
}

export interface Surroundings extends Around {
  /** Absolute path. */
  cwd: string;
}

const LONGEST_FILE = 64 * 1024;

/** The first result is the one to use: the editor around this terminal, otherwise the newest. */
export function discover(around: Surroundings): Discovery {
  const found: FoundEditor[] = [];
  const passedOver: PassedOver[] = [];
  const cwd = realpathSync(around.cwd);
  for (const traces of tracesOf(around)) {
    const named = portOf(around.env[traces.port]);
    const seen = new Set<number>();
    for (const file of filesOf(traces)) {
      const editor = editorIn(file, traces, cwd, named);
      if ('why' in editor) passedOver.push({ file: join(traces.folder, file), why: editor.why });
      else {
        found.push(editor);
        seen.add(editor.port);
      }
    }
    const token = traces.token === undefined ? undefined : around.env[traces.token];
    if (named === undefined || seen.has(named) || !token || isForeign(named)) continue;
    const { protocol, name } = traces;
    found.push({ protocol, name, port: named, token, folders: [], isAround: true, writtenAt: 0 });
  }
  found.sort((a, b) => Number(b.isAround) - Number(a.isAround) || b.writtenAt - a.writtenAt);
  return { found, passedOver };
}

function editorIn(
  file: string,
  traces: EditorTraces,
  cwd: string,
  named: number | undefined,
): FoundEditor | { why: PassedOver['why'] } {
  const read = readOwnFile(join(traces.folder, file), LONGEST_FILE);
  if (!('text' in read)) return { why: read.problem };
  const said = parse(read.text);
  const byName = traces.file.exec(file)?.groups ?? {};
  const port = portOf(said?.port) ?? portOf(byName.port);
  const token = said?.authToken;
  if (!said || port === undefined || typeof token !== 'string' || !isToken(token)) return { why: 'unreadable' };
  const process = numberOf(said.pid) ?? numberOf(said.ppid) ?? numberOf(byName.pid);
  if (process !== undefined && lifeOf(process) !== 'own') return { why: 'stale' };
  if (isForeign(port)) return { why: 'foreign' };
  const folders = foldersOf(said);
  const isAround = port === named;
  if (!isAround && !folders.some((folder) => isInside(folder, cwd))) return { why: 'elsewhere' };
  const { ideName } = said;
  return {
    protocol: traces.protocol,
    name: typeof ideName === 'string' && ideName !== '' ? cleanLine(ideName).slice(0, 60) : traces.name,
    port,
    token,
    folders,
    isAround,
    writtenAt: read.writtenAt,
  };
}

/** `undefined` for a file that is half written, or some other file. */
function parse(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isPlainObject(value) ? value : undefined;
}

/** A token is sent in a header, so only printable ASCII is accepted. */
function isToken(token: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(token);
}

function portOf(value: unknown): number | undefined {
  const port = typeof value === 'string' ? numberOf(/^\d{1,5}$/.exec(value)?.[0]) : numberOf(value);
  return port !== undefined && port > 0 && port < 65_536 ? port : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Another user may have taken the port of an editor that is gone. */
function isForeign(port: number): boolean {
  const owner = portOwner(port);
  return owner !== undefined && owner !== process.getuid?.();
}

/** Real paths of the editor's folders. */
function foldersOf({ workspacePath, workspaceFolders }: Record<string, unknown>): string[] {
  const named = Array.isArray(workspaceFolders)
    ? workspaceFolders
    : typeof workspacePath === 'string'
      ? workspacePath.split(delimiter)
      : [];
  return named.flatMap((folder: unknown) => {
    if (typeof folder !== 'string' || folder === '') return [];
    try {
      return [realpathSync(folder)];
    } catch {
      return []; // gone
    }
  });
}
