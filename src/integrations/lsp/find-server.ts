/** Finds the server for a file: one that the settings name, the project's own if it is trusted, or one on PATH. */

import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import { parseObject } from '../../base/parse-json.ts';
import { findProgram } from '../../host/process/find-program.ts';
import { endOf, rowsFor, type ServerRow } from './servers.ts';

export interface Finding {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Folders whose programs are not used even if they are on PATH. */
  avoid: readonly string[];
  rows: readonly ServerRow[];
  /** True if a server that the project has installed may be started. */
  trusts(row: ServerRow): boolean;
}

export type FoundServer =
  | { kind: 'found'; row: ServerRow; argv: readonly [string, ...string[]] }
  /** `untrusted`: a server of the project that no one has agreed to. */
  | { kind: 'missing'; install: string; untrusted?: string }
  | { kind: 'unknown' };

export async function findServer(path: string, finding: Finding): Promise<FoundServer> {
  const { root, env, avoid, rows, trusts } = finding;
  const fitting = rowsFor(path, rows);
  let untrusted: string | undefined;
  for (const row of fitting) {
    const [program, ...args] = row.argv;
    const own = row.own && ownProgram(root, row.own);
    if (own !== undefined && trusts(row)) return { kind: 'found', row, argv: [own, ...args] };
    if (own !== undefined) untrusted ??= join('node_modules', '.bin', row.own?.bin ?? '');
    const onPath = row.own ? undefined : await placeOf(program, env.PATH, avoid);
    if (onPath !== undefined) return { kind: 'found', row, argv: [onPath, ...args] };
  }
  const [first] = fitting;
  if (!first) return { kind: 'unknown' };
  return { kind: 'missing', install: first.install, ...(untrusted !== undefined && { untrusted }) };
}

/** A program on PATH by name, or at the absolute path given in the settings. */
async function placeOf(program: string, path: string | undefined, avoid: readonly string[]) {
  if (!isAbsolute(program)) return findProgram(program, path, avoid);
  return statSync(program, { throwIfNoEntry: false })?.isFile() ? program : undefined;
}

const MOST_MANIFEST = 1024 * 1024;

/** `undefined` for a version that does not support the protocol yet. */
export function ownProgram(root: string, own: NonNullable<ServerRow['own']>): string | undefined {
  const program = join(root, 'node_modules', '.bin', own.bin);
  if (!statSync(program, { throwIfNoEntry: false })?.isFile()) return undefined;
  return Number.parseInt(installedVersion(root, own.package), 10) >= own.from ? program : undefined;
}

/** The version of a package in the project's `node_modules`; empty if there is no usable package. */
export function installedVersion(root: string, name: string): string {
  try {
    const read = readRegular(join(root, 'node_modules', name, 'package.json'), MOST_MANIFEST);
    const { version } = typeof read === 'string' ? {} : parseObject(read.bytes.toString('utf8'));
    return typeof version === 'string' ? version : '';
  } catch (error) {
    if (codeOf(error) !== undefined) return '';
    throw error;
  }
}

/** True if the folder is a project of a known kind and one of its servers is available; checks only a few names. */
export function fitsProject(finding: Pick<Finding, 'root' | 'rows' | 'trusts'>, onPath: (program: string) => boolean) {
  const { root, rows, trusts } = finding;
  const has = (name: string) => statSync(join(root, name), { throwIfNoEntry: false }) !== undefined;
  return rows.some((row) => {
    if (!row.markers.some(has)) return false;
    return row.own ? ownProgram(root, row.own) !== undefined && trusts(row) : onPath(row.argv[0]);
  });
}

/** For use in a sentence: `.py files`. */
export function filesLike(path: string): string {
  const end = endOf(path);
  return end === '' ? 'files without an ending' : `${end} files`;
}
