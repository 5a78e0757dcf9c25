/** Finds custom commands: `review.md` in a commands folder is `/review`, its text goes to the model. */

import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { namesIn } from '../base/files/folder.ts';
import { readOwned, readRegular } from '../base/files/regular-file.ts';
import { isSecretPath } from '../base/files/secret-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import { walkPath } from '../host/files/walk-path.ts';
import type { CustomCommand, CustomCommands } from '../protocol/custom-command.ts';
import { parseMentions } from '../protocol/mentions.ts';
import { frontField, splitFrontMatter } from './front-matter.ts';

export interface CommandsFolder {
  path: string;
  origin: CustomCommand['origin'];
  /** Of the project that it belongs to: links in it lead nowhere else. */
  root?: string;
  /** Whether these bytes of the project may be used; those that may not are left out. */
  admits?(path: string, bytes: Buffer): boolean;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const LONGEST_BYTES = 64 * 1024;
const LONGEST_DESCRIPTION = 200;

/** The first folder that has a name wins; names of built-in commands are taken. */
export function findCustomCommands(
  folders: readonly CommandsFolder[],
  isTaken: (name: string) => boolean,
): CustomCommands {
  const commands = new Map<string, CustomCommand>();
  const problems: string[] = [];
  for (const found of folders.flatMap(readFolder)) {
    if ('problem' in found) problems.push(found.problem);
    else if (isTaken(found.name)) problems.push(`${found.path}: /${found.name} is a built-in command.`);
    else if (commands.has(found.name)) {
      problems.push(`${found.path}: /${found.name} is already defined by ${commands.get(found.name)?.path}.`);
    } else commands.set(found.name, found);
  }
  return { commands: [...commands.values()], problems };
}

type Found = CustomCommand | { problem: string };

function readFolder(folder: CommandsFolder): Found[] {
  const { path } = folder;
  let names: string[];
  try {
    names = namesIn(path);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return [{ problem: `${path} cannot be read.` }];
  }
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  return files.flatMap((file) => readCommand(join(path, file), file.slice(0, -3), folder) ?? []);
}

function readCommand(path: string, name: string, { origin, root, admits }: CommandsFolder): Found | undefined {
  if (!NAME.test(name)) return { problem: `${path}: a command's name has letters, digits, "-" and "_" only.` };
  const text = readText(path, root);
  if (text === 'foreign')
    return { problem: `${path} is not read: it leads out of the project, or to a file that may hold secrets.` };
  if (typeof text !== 'object') return { problem: `${path} cannot be read: it should be a text file of up to 64 KB.` };
  if (admits && !admits(path, text.bytes)) return undefined; // said where all of these are listed
  const { front = '', body } = splitFrontMatter(showHidden(text.bytes.toString('utf8')));
  if (body.trim() === '') return { problem: `${path} is empty.` };
  const secret = root === undefined ? undefined : secretMention(body, root);
  if (secret !== undefined)
    return { problem: `${path} is left out: it would send @${secret}, which may hold secrets.` };
  const description = (frontField(front, 'description') ?? firstLine(body)).slice(0, LONGEST_DESCRIPTION);
  return { name, description, origin, path, body: body.trim() };
}

function readText(path: string, root: string | undefined): { bytes: Buffer } | 'foreign' | undefined {
  try {
    const found = root === undefined ? readRegular(path, LONGEST_BYTES) : readOwned(path, root, LONGEST_BYTES);
    if (found === 'foreign') return found;
    return typeof found === 'string' || found.size > LONGEST_BYTES ? undefined : { bytes: found.bytes };
  } catch (error) {
    if (codeOf(error)) return undefined;
    throw error;
  }
}

/** A file that the text of a project would put beside itself, and that only the person may send. */
function secretMention(body: string, root: string): string | undefined {
  const texts = [body, body.replaceAll('$ARGUMENTS', '')];
  return texts
    .flatMap(parseMentions)
    .map(({ path }) => path)
    .find((path) => isSecretPath(path) || isSecretPath(targetOf(path, root)));
}

/** As seen from the project; the path itself if it leads nowhere. */
function targetOf(path: string, root: string): string {
  try {
    const base = realpathSync(root);
    return relative(base, walkPath(base, path).absolute);
  } catch (error) {
    if (codeOf(error)) return path;
    throw error;
  }
}

function firstLine(body: string): string {
  return (body.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^#+\s*/, '').trim();
}
