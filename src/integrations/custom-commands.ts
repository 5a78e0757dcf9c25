/** Finds commands of one's own: `review.md` in a commands folder is `/review`, its text goes to the model. */

import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { namesIn } from '../base/files/folder.ts';
import { readRegular } from '../base/files/regular-file.ts';
import type { CustomCommand, CustomCommands } from '../protocol/custom-command.ts';
import { frontField, splitFrontMatter } from './front-matter.ts';

export interface CommandsFolder {
  path: string;
  origin: CustomCommand['origin'];
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

function readFolder({ path, origin }: CommandsFolder): Found[] {
  let names: string[];
  try {
    names = namesIn(path);
  } catch (error) {
    if (!codeOf(error)) throw error;
    return [{ problem: `${path} cannot be read.` }];
  }
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  return files.map((file) => readCommand(join(path, file), file.slice(0, -3), origin));
}

function readCommand(path: string, name: string, origin: CustomCommand['origin']): Found {
  if (!NAME.test(name)) return { problem: `${path}: a command's name has letters, digits, "-" and "_" only.` };
  const text = readText(path);
  if (text === undefined) return { problem: `${path} cannot be read: it should be a text file of up to 64 KB.` };
  const { front = '', body } = splitFrontMatter(text);
  if (body.trim() === '') return { problem: `${path} is empty.` };
  const description = (frontField(front, 'description') ?? firstLine(body)).slice(0, LONGEST_DESCRIPTION);
  return { name, description, origin, path, body: body.trim() };
}

function readText(path: string): string | undefined {
  try {
    const found = readRegular(path, LONGEST_BYTES);
    return typeof found === 'string' || found.size > LONGEST_BYTES ? undefined : found.bytes.toString('utf8');
  } catch (error) {
    if (codeOf(error)) return undefined;
    throw error;
  }
}

function firstLine(body: string): string {
  return (body.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^#+\s*/, '').trim();
}
