/** Turns each kind of file or entry in a project into an item to trust. The bytes passed in are the bytes that are used. */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { relativeTo } from '../../base/files/paths.ts';
import { isPlainObject } from '../../base/schema.ts';
import { sortedKeys } from '../../base/sorted-keys.ts';
import { splitFrontMatter } from '../../integrations/front-matter.ts';
import { showEntry, textsOf } from '../../integrations/mcp/shown-entry.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import { namedFiles } from './named-files.ts';
import { itemOf, partOf, readPart } from './part.ts';

export interface ProjectFolders {
  /** The working folder. */
  cwd: string;
  /** The repository's top, or the working folder. */
  root: string;
}

/** A settings file that does more than tighten. */
export function settingsItem(root: string, file: string, bytes: Buffer): TrustItem {
  const path = relativeTo(root, file);
  return itemOf('settings', path, [partOf(path, bytes, 'runs')]);
}

export function instructionsItem(root: string, file: string, bytes: Buffer): TrustItem {
  const path = relativeTo(root, file);
  return itemOf('instructions', path, [partOf(path, bytes, 'speaks')]);
}

/** `file` is the skill's SKILL.md. Files it names in its own folder, and executable files it names elsewhere, count as running. */
export function skillItem(root: string, file: string, bytes: Buffer): TrustItem {
  const folder = dirname(file);
  const path = relativeTo(root, file);
  const named = namedFiles([bytes.toString('utf8')], root, folder).filter(
    (name) => name !== path && (name.startsWith(`${relativeTo(root, folder)}/`) || isExecutable(join(root, name))),
  );
  return itemOf('skill', relativeTo(root, folder), [
    partOf(path, bytes, 'speaks'),
    ...named.map((name) => readPart(root, name, 'runs')),
  ]);
}

/** Shell lines and allowed tools in its text make a command something that runs. */
const RUNS = /!`|!\{|^allowed-tools\s*:/m;

export function commandItem(root: string, file: string, bytes: Buffer): TrustItem {
  const path = relativeTo(root, file);
  const text = bytes.toString('utf8');
  if (!RUNS.test(text)) return itemOf('command', path, [partOf(path, bytes, 'speaks')]);
  const named = namedFiles([text], root).filter((name) => name !== path && isExecutable(join(root, name)));
  return itemOf('command', path, [partOf(path, bytes, 'runs'), ...named.map((name) => readPart(root, name, 'runs'))]);
}

/** An agent's front matter counts as running; its text only speaks. */
export function agentItem(root: string, file: string, bytes: Buffer): TrustItem {
  const path = relativeTo(root, file);
  const { front, body } = splitFrontMatter(bytes.toString('utf8'));
  const settings = front === undefined ? [] : [partOf(`${path}#settings`, Buffer.from(`${front}\n`), 'runs')];
  const named = front === undefined ? [] : namedFiles([front], root).filter((name) => isExecutable(join(root, name)));
  return itemOf('agent', path, [
    ...settings,
    partOf(path, Buffer.from(body), 'speaks'),
    ...named.map((name) => readPart(root, name, 'runs')),
  ]);
}

export interface EntryOf {
  kind: 'server' | 'hook' | 'agent' | 'plugin';
  root: string;
  /** The file that holds the entry, absolute. */
  file: string;
  /** The entry's name in the file. */
  entry: string;
  /** The entry's parsed value. */
  value: unknown;
  /** The texts that may name files of the project. */
  texts: readonly string[];
  /** The folder that relative names start from; absent if it is the root. */
  folder?: string;
  /** What a person is shown before they agree. */
  shows: readonly Fault[];
}

/** An entry of a file as an item: bound to its whole value, and to every file of the project that it names. */
export function entryItem({ kind, root, file, entry, value, texts, folder, shows }: EntryOf): TrustItem {
  const name = `${relativeTo(root, file)}#${entry}`;
  const bytes = Buffer.from(`${JSON.stringify(sortedKeys(value), null, 2)}\n`);
  const named = namedFiles(texts, root, folder);
  return itemOf(kind, name, [partOf(name, bytes, 'runs'), ...named.map((path) => readPart(root, path, 'runs'))], shows);
}

/** `file` holds the entry. Relative names start from the working folder, or from the folder that the entry names. */
export function serverItem(root: string, cwd: string, file: string, name: string, value: unknown): TrustItem {
  const raw = isPlainObject(value) ? value : {};
  const folder = typeof raw.cwd === 'string' ? resolve(cwd, raw.cwd) : cwd;
  return entryItem({
    kind: 'server',
    root,
    file,
    entry: name,
    value,
    texts: textsOf(raw),
    folder,
    shows: showEntry(raw),
  });
}

function isExecutable(place: string): boolean {
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
}
