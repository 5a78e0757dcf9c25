/** A file of the project as a part of an item to trust: its bytes, read once, and their mark. */

import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { relativeTo } from '../../base/files/paths.ts';
import { readOwned } from '../../base/files/regular-file.ts';
import { sha256 } from '../../base/text/sha256.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { TrustItem, TrustPart, TrustProblem } from '../../protocol/trust.ts';

const LARGEST = 32 * 1024 * 1024;

export function partOf(path: string, bytes: Buffer, effect: TrustPart['effect'], more = ''): TrustPart {
  return { path, effect, mark: `${sha256(bytes)}${more}`, size: bytes.length, bytes };
}

/** `path` is relative to `root`. `undefined` if there is no such file; links are not followed out of the project. */
export function readPart(
  root: string,
  path: string,
  effect: TrustPart['effect'],
): TrustPart | { path: string; problem: TrustProblem } | undefined {
  const place = join(root, path);
  try {
    const found = readOwned(place, root, LARGEST);
    if (found === 'missing') return undefined;
    if (found === 'foreign') return { path, problem: 'leads-out' };
    if (found === 'no-file') return { path, problem: 'unreadable' };
    if (found.size > LARGEST) return { path, problem: 'too-large' };
    return partOf(path, found.bytes, effect, effect === 'runs' ? rightsAndPlace(root, place) : '');
  } catch (error) {
    if (codeOf(error)) return { path, problem: 'unreadable' };
    throw error;
  }
}

/** For files that run, the mark also covers whether they are executable and where a link leads. */
function rightsAndPlace(root: string, place: string): string {
  const isExecutable = (statSync(place).mode & 0o111) !== 0;
  const link = lstatSync(place).isSymbolicLink() ? `@${relativeTo(realpathSync(root), realpathSync(place))}` : '';
  return `${isExecutable ? '+x' : ''}${link}`;
}

/** An item of the parts that could be read; the first problem of a part becomes the item's. */
export function itemOf(
  kind: TrustItem['kind'],
  name: string,
  parts: readonly (TrustPart | { path: string; problem: TrustProblem } | undefined)[],
  shows?: readonly Fault[],
): TrustItem {
  const read = parts.filter((part) => part !== undefined);
  const problem = read.find((part) => 'problem' in part)?.problem;
  return {
    kind,
    name,
    parts: read.filter((part) => 'mark' in part),
    ...(shows && { shows }),
    ...(problem && { problem }),
  };
}
