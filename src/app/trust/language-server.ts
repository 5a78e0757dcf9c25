/** Items for language servers that a project has installed itself; one runs only after the person has agreed to that version. */

import { join, resolve } from 'node:path';
import { readOwned } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { objectIn } from '../../config/jsonc.ts';
import { installedVersion, ownProgram } from '../../integrations/lsp/find-server.ts';
import { SERVERS, type ServerRow } from '../../integrations/lsp/servers.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import { inTheirWords } from '../../words/fault.ts';
import { entryItem, type ProjectFolders, serverItem } from './items.ts';

const LONGEST = 1024 * 1024;

export function languageServerItem({ cwd, root }: ProjectFolders, row: ServerRow): TrustItem | undefined {
  const program = row.own && ownProgram(cwd, row.own);
  if (!row.own || program === undefined) return undefined;
  const file = join(cwd, 'node_modules', row.own.package, 'package.json');
  const line = [program, ...row.argv.slice(1)].join(' ');
  const value = { argv: row.argv, version: installedVersion(cwd, row.own.package) };
  const item = entryItem({ kind: 'server', root, file, entry: row.id, value, texts: [], shows: [inTheirWords(line)] });
  return { ...item, isQuiet: true };
}

export function languageServersOf(project: ProjectFolders): TrustItem[] {
  const own = SERVERS.flatMap((row) => languageServerItem(project, row) ?? []);
  return [...own, ...namedServers(project).map(({ item }) => item)];
}

/** The entries of `.lsp.json`, which other agents use too; each is one item to trust. */
export function namedServers({ cwd, root }: ProjectFolders): { item: TrustItem; row: ServerRow }[] {
  const file = join(cwd, '.lsp.json');
  const found = readOwned(file, root, LONGEST);
  if (typeof found === 'string' || found.size > LONGEST) return [];
  const values = objectIn(found.bytes.toString('utf8')) ?? {};
  const servers = isPlainObject(values.lspServers) ? values.lspServers : values;
  return Object.entries(servers).flatMap(([name, value]) => {
    const row = rowOf(name, value, cwd);
    return row ? [{ row, item: serverItem(root, cwd, file, name, value) }] : [];
  });
}

/** `cwd` is the folder that a relative program path starts from. */
export function rowOf(id: string, value: unknown, cwd: string): ServerRow | undefined {
  if (!isPlainObject(value) || typeof value.command !== 'string') return undefined;
  const { command, args, extensionToLanguage, env, initializationOptions, settings } = value;
  const program = command.includes('/') ? resolve(cwd, command) : command;
  return {
    id,
    argv: [program, ...(Array.isArray(args) ? args.map(String) : [])],
    languages: textsOf(extensionToLanguage),
    install: `install ${command}, which .lsp.json names`,
    markers: ['.lsp.json'],
    env: textsOf(env),
    initializationOptions,
    settings,
  };
}

function textsOf(value: unknown): Record<string, string> {
  const pairs = Object.entries(isPlainObject(value) ? value : {});
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
