/** Finds commands of one's own: `review.md` in a commands folder is `/review`, its text goes to the model. */

import { open, readdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import type { CustomCommand, CustomCommands } from '../protocol/surroundings.ts';
import { frontField, splitFrontMatter } from './front-matter.ts';

export interface CommandsFolder {
  path: string;
  origin: CustomCommand['origin'];
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const LONGEST_BYTES = 64 * 1024;
const LONGEST_DESCRIPTION = 200;

/** The first folder that has a name wins; names of built-in commands are taken. */
export async function findCustomCommands(
  folders: readonly CommandsFolder[],
  isTaken: (name: string) => boolean,
): Promise<CustomCommands> {
  const commands = new Map<string, CustomCommand>();
  const problems: string[] = [];
  for (const found of (await Promise.all(folders.map(readFolder))).flat()) {
    if ('problem' in found) problems.push(found.problem);
    else if (isTaken(found.name)) problems.push(`${found.path}: /${found.name} is a built-in command.`);
    else if (commands.has(found.name)) {
      problems.push(`${found.path}: /${found.name} is already defined by ${commands.get(found.name)?.path}.`);
    } else commands.set(found.name, found);
  }
  return { commands: [...commands.values()], problems };
}

type Found = CustomCommand | { problem: string };

async function readFolder({ path, origin }: CommandsFolder): Promise<Found[]> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    return [{ problem: `${path} cannot be read.` }];
  }
  const files = names.filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(files.map((file) => readCommand(join(path, file), file.slice(0, -3), origin)));
}

async function readCommand(path: string, name: string, origin: CustomCommand['origin']): Promise<Found> {
  if (!NAME.test(name)) return { problem: `${path}: a command's name has letters, digits, "-" and "_" only.` };
  const text = await readText(path);
  if (text === undefined) return { problem: `${path} cannot be read: it should be a text file of up to 64 KB.` };
  const { front = '', body } = splitFrontMatter(text);
  if (body.trim() === '') return { problem: `${path} is empty.` };
  const description = (frontField(front, 'description') ?? firstLine(body)).slice(0, LONGEST_DESCRIPTION);
  return { name, description, origin, path, body: body.trim() };
}

/** A pipe or a device under that name is not waited for. */
async function readText(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    return stats.isFile() && stats.size <= LONGEST_BYTES ? await file.readFile('utf8') : undefined;
  } catch (error) {
    if (codeOf(error)) return undefined;
    throw error;
  }
}

function firstLine(body: string): string {
  return (body.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^#+\s*/, '').trim();
}
