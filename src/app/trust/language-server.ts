/** A language server that a project has installed for itself: it runs only once the person has agreed to it, in that version. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';
import { ownProgram } from '../../integrations/lsp/find-server.ts';
import { SERVERS, type ServerRow } from '../../integrations/lsp/servers.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import { entryItem } from './items.ts';

interface Place {
  /** The working folder. */
  cwd: string;
  /** The repository's top, or the working folder. */
  root: string;
}

export function languageServerItem({ cwd, root }: Place, row: ServerRow): TrustItem | undefined {
  const program = row.own && ownProgram(cwd, row.own);
  if (!row.own || program === undefined) return undefined;
  const file = join(cwd, 'node_modules', row.own.package, 'package.json');
  const line = [program, ...row.argv.slice(1)].join(' ');
  const value = { argv: row.argv, version: versionIn(file) };
  const item = entryItem({ kind: 'server', root, file, entry: row.id, value, texts: [], shows: [line] });
  return { ...item, isQuiet: true };
}

export function languageServersOf(project: Place): TrustItem[] {
  return SERVERS.flatMap((row) => languageServerItem(project, row) ?? []);
}

function versionIn(file: string): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPlainObject(manifest) ? String(manifest.version) : '';
  } catch (error) {
    if (codeOf(error) !== undefined || error instanceof SyntaxError) return '';
    throw error;
  }
}
