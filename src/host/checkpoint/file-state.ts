/** The state of a path at one moment: enough to tell whether it changed and to find its bytes again. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import { isUnreachable } from '../../base/files/if-reachable.ts';
import { ifThere } from '../../base/files/read-if-there.ts';
import type { OidFormat } from '../git/index-file.ts';
import { IRREGULAR, tooLarge, UNREADABLE, type Unkept, unkept } from './unkept.ts';

export type FileState =
  | { kind: 'missing' }
  | { kind: 'file'; mode: number; size: number; content: Content }
  | { kind: 'link'; target: string }
  | { kind: 'directory'; mode: number }
  | Unkept;

/** Identifies content by the SHA-256 of its bytes or by the git object that holds them. If both are known, either will do. */
export interface Content {
  sha?: string;
  oid?: string;
}

export const MISSING: FileState = { kind: 'missing' };

// Opens without waiting for the other end of a pipe and without following a link that was just put in place.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface FoundState {
  state: FileState;
  /** Present for regular files only. */
  bytes?: Buffer;
}

/** `path` names the entry itself; links are not followed. Files larger than `maxBytes` are not read. */
export function lookAt(path: string, maxBytes: number, format?: OidFormat): FoundState {
  const stats = ifThere(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return { state: MISSING };
  if (stats.isDirectory()) return { state: { kind: 'directory', mode: modeOf(stats) } };
  if (stats.isSymbolicLink()) return { state: { kind: 'link', target: readlinkSync(path) } };
  if (!stats.isFile()) return { state: unkept(IRREGULAR) };
  if (stats.size > maxBytes) return { state: unkept(tooLarge(stats.size)) };
  const bytes = readSame(path, stats);
  if (!bytes) return { state: unkept(UNREADABLE) };
  return { state: fileState(bytes, modeOf(stats), format), bytes };
}

function fileState(bytes: Buffer, mode: number, format?: OidFormat): FileState {
  return { kind: 'file', mode, size: bytes.length, content: contentOf(bytes, format) };
}

export function contentOf(bytes: Buffer, format?: OidFormat): Content {
  const sha = hash('sha256', bytes);
  return format ? { sha, oid: blobId(bytes, format) } : { sha };
}

export function blobId(bytes: Buffer, format: OidFormat): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export function isSameState(a: FileState, b: FileState): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'missing':
      return true;
    case 'unknown':
      return false;
    case 'link':
      return a.target === (b as typeof a).target;
    case 'directory':
      return a.mode === (b as typeof a).mode;
    case 'file': {
      const other = b as typeof a;
      return a.mode === other.mode && a.size === other.size && isSameContent(a.content, other.content);
    }
  }
}

export function isSameContent(a: Content, b: Content): boolean {
  if (a.sha !== undefined && b.sha !== undefined) return a.sha === b.sha;
  return a.oid !== undefined && a.oid === b.oid;
}

/** The bytes of the file seen earlier; `undefined` if another file has replaced it since. */
export function readSame(path: string, seen: { ino: number; size: number }): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(path, READ);
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.ino !== seen.ino || stats.size !== seen.size) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(handle, bytes, filled, bytes.length - filled, filled);
      if (count === 0) return undefined; // the file was truncated meanwhile
      filled += count;
    }
    return bytes;
  } catch (error) {
    if (isUnreachable(error) || ['ENXIO', 'EIO'].includes(codeOf(error) ?? '')) {
      return undefined;
    }
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

export function modeOf(stats: Stats): number {
  return stats.mode & 0o7777;
}

function hash(name: string, bytes: Buffer): string {
  return process.getBuiltinModule('node:crypto').hash(name, bytes, 'hex');
}
