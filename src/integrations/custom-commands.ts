/** Finds custom commands: `review.md` or `review.toml` in a commands folder defines `/review`, whose text goes to the model. */

import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { filesBelow } from '../base/files/files-below.ts';
import { namesIn } from '../base/files/folder.ts';
import { readOwned, readRegular } from '../base/files/regular-file.ts';
import { isSecretPath } from '../base/files/secret-file.ts';
import { showHidden } from '../base/text/hidden-characters.ts';
import type { readToml as readTomlFile } from '../base/text/toml.ts';
import { startOf } from '../base/text/truncate.ts';
import { walkPath } from '../host/files/walk-path.ts';
import type { CustomCommand, CustomCommands } from '../protocol/custom-command.ts';
import type { Fault } from '../protocol/fault.ts';
import { parseMentions } from '../protocol/mentions.ts';
import { extensionFault } from '../words/extension-fault.ts';
import { frontText, readFront, splitFrontMatter } from './front-matter.ts';

export interface CommandsFolder {
  path: string;
  origin: CustomCommand['origin'];
  /** Root of the project or plugin it belongs to; links in it must not lead elsewhere. */
  root?: string;
  /** True if these bytes of the project may be used; other files are left out. */
  admits?(path: string, bytes: Buffer): boolean;
  /** The plugin's name, put before each command's name with a colon. */
  prefix?: string;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const LONGEST_BYTES = 64 * 1024;
const LONGEST_DESCRIPTION = 200;
const DEPTH = 3;
const MOST = 1000;

type ReadToml = typeof readTomlFile;

/** The first folder that defines a name wins; names of built-in commands are reserved. */
export async function findCustomCommands(
  folders: readonly CommandsFolder[],
  isTaken: (name: string) => boolean,
): Promise<CustomCommands> {
  const commands = new Map<string, CustomCommand>();
  const problems: Fault[] = [];
  const listed = folders.map((folder) => ({ folder, files: filesOf(folder.path) }));
  const hasToml = listed.some(({ files }) => Array.isArray(files) && files.some((file) => file.endsWith('.toml')));
  const readToml = hasToml ? (await import('../base/text/toml.ts')).readToml : undefined;
  const all = listed.flatMap(({ folder, files }) =>
    'says' in files ? [{ problem: files }] : files.flatMap((file) => readCommand(file, folder, readToml) ?? []),
  );
  for (const found of all) {
    if ('problem' in found) problems.push(found.problem);
    else if (isTaken(found.name)) problems.push(extensionFault('commandBuiltIn', found.path, found.name));
    else {
      const twin = commands.get(found.name);
      if (twin) problems.push(extensionFault('commandShadowed', found.path, found.name, twin.path));
      else commands.set(found.name, found);
    }
  }
  return { commands: [...commands.values()], problems };
}

type CommandOrProblem = CustomCommand | { problem: Fault };

/** The names of the files, or why the folder cannot be read. */
function filesOf(folder: string): string[] | Fault {
  try {
    if (namesIn(folder).length === 0) return [];
  } catch (error) {
    if (!codeOf(error)) throw error;
    return extensionFault('commandsUnreadable', folder);
  }
  return filesBelow(folder, { depth: DEPTH, most: MOST, isWanted: (name) => /\.(?:md|toml)$/.test(name) });
}

function readCommand(
  file: string,
  folder: CommandsFolder,
  readToml: ReadToml | undefined,
): CommandOrProblem | undefined {
  const { origin, root, admits, prefix } = folder;
  const path = join(folder.path, file);
  const parts = [...(prefix === undefined ? [] : [prefix]), ...file.replace(/\.(?:md|toml)$/, '').split('/')];
  if (!parts.every((part, index) => NAME.test(part) || (index === 0 && part === prefix)))
    return { problem: extensionFault('commandName', path) };
  const text = readText(path, root);
  if (text === 'foreign') return { problem: extensionFault('notRead', path) };
  if (typeof text !== 'object') return { problem: extensionFault('commandUnreadable', path) };
  if (admits && !admits(path, text.bytes)) return undefined; // said where all of these are listed
  const written = showHidden(text.bytes.toString('utf8'));
  const read = readToml && file.endsWith('.toml') ? ofToml(path, written, readToml) : ofMarkdown(written);
  if ('problem' in read) return read;
  if (read.body === '') return { problem: extensionFault('commandEmpty', path) };
  const secret = root === undefined ? undefined : secretMention(read.body, root);
  if (secret !== undefined) return { problem: extensionFault('commandSendsSecret', path, secret) };
  const said = (read.description ?? firstLine(read.body)).replace(/\s+/g, ' ');
  const description = startOf(said, LONGEST_DESCRIPTION);
  return { ...read, name: parts.join(':'), description, origin, path };
}

type ReadText = Pick<CustomCommand, 'body' | 'form' | 'hint'> & { description?: string };

function ofMarkdown(text: string): ReadText {
  const { front = '', body } = splitFrontMatter(text);
  const fields = readFront(front);
  const [description, hint] = [frontText(fields, 'description'), frontText(fields, 'argument-hint')];
  return {
    body: body.trim(),
    form: 'markdown',
    ...(description !== undefined && { description }),
    ...(hint !== undefined && { hint: hint.slice(0, LONGEST_DESCRIPTION) }),
  };
}

function ofToml(path: string, text: string, readToml: ReadToml): ReadText | { problem: Fault } {
  const read = readToml(text);
  if (!read.ok) return { problem: extensionFault('at', `${path}:${read.line}`, read.message) };
  const { prompt, description } = read.values;
  if (typeof prompt !== 'string') return { problem: extensionFault('commandWithoutPrompt', path) };
  return { body: prompt.trim(), form: 'toml', ...(typeof description === 'string' && { description }) };
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

/** Placeholders for arguments, which may be empty. */
const PLACES = /\$(?:ARGUMENTS|[1-9])|\{\{args\}\}/g;

/** A file that a project's command would attach although only the person may send it. */
function secretMention(body: string, root: string): string | undefined {
  const plain = body.replaceAll(/@\{([^{}]*)\}/g, '@$1');
  const texts = [plain, plain.replaceAll(PLACES, '')];
  return texts
    .flatMap(parseMentions)
    .map(({ path }) => path)
    .find((path) => isSecretPath(path) || isSecretPath(targetOf(path, root)));
}

/** The target relative to the project; the path itself if it leads nowhere. */
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
