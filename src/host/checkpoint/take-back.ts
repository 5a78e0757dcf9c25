/** Undoes changes file by file. Files that have changed since are refused and reported. */

import { CoderError, codeOf } from '../../base/errors.ts';
import { namedIn } from '../../base/named-text.ts';
import type { UndoRefusal } from '../../protocol/undo.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type Content, type FileState, type FoundState, isSameState } from './file-state.ts';
import { clearEntry, type EntryPath, fillEntry, lookAtEntry, setMode } from './put-back.ts';
import { whyUnkept } from './unkept.ts';

export interface Reversal {
  path: string;
  /** The state the path must still have. */
  expected: FileState;
  to: FileState;
}

export interface ReversalResult extends Reversal {
  /** Why the path was left as it is; absent if the reversal succeeded. */
  refused?: UndoRefusal;
}

export interface TakeBackOptions {
  entryPath(path: string): EntryPath;
  maxFileBytes: number;
  format?: OidFormat;
  /** Bytes by content; contents whose bytes cannot be found are left out. */
  bytesOf(contents: readonly Content[]): Promise<Map<Content, Buffer>>;
  /** The reversals are a retry of ones that were cut short: missing entries had been removed to make room, and modes may be half set. */
  midway?: true;
  /** Keeps the entry about to be replaced; returns the reason if it cannot be kept. */
  stash(reversal: Reversal, bytes: Buffer | undefined): UndoRefusal | undefined;
}

const BATCH_BYTES = 16 * 1024 * 1024;

/** Checks a reversal without executing it. `imagined` is the state that earlier reversals would leave at the path. */
export function checkReversal(reversal: Reversal, options: TakeBackOptions, imagined?: FileState): ReversalResult {
  const refused = guard(() => reasonAgainst(reversal, imagined ?? lookAtPath(reversal, options).state, options));
  return refused === undefined ? reversal : { ...reversal, refused };
}

/** Executes every reversal that is possible; the result reports each one. */
export async function takeBack(reversals: readonly Reversal[], options: TakeBackOptions): Promise<ReversalResult[]> {
  const results = new Map(reversals.map((reversal) => [reversal.path, checkReversal(reversal, options)]));
  const open = () => [...results.values()].filter(({ refused }) => refused === undefined);
  const settle = async (reversal: Reversal, act: () => Promise<UndoRefusal | undefined>) => {
    const refused = await attempt(act);
    if (refused !== undefined) results.set(reversal.path, { ...reversal, refused });
  };

  const byDepth = open().toSorted((a, b) => (a.path < b.path ? 1 : -1)); // a folder's entries before the folder itself
  for (const reversal of byDepth) {
    if (isInTheWay(reversal)) await settle(reversal, () => clear(reversal, options));
  }
  for (const batch of batchesOf(open().toSorted((a, b) => (a.path < b.path ? -1 : 1)))) {
    const bytes = await options.bytesOf(batch.flatMap(({ to }) => (to.kind === 'file' ? [to.content] : [])));
    for (const reversal of batch) await settle(reversal, () => fill(reversal, bytes, options));
  }
  for (const reversal of byDepth) {
    const { to } = reversal;
    if (to.kind === 'directory' && results.get(reversal.path)?.refused === undefined) {
      await settle(reversal, async () => setMode(options.entryPath(reversal.path), to.mode) as undefined);
    }
  }
  return reversals.map((reversal) => results.get(reversal.path) ?? reversal);
}

async function clear(reversal: Reversal, options: TakeBackOptions): Promise<UndoRefusal | undefined> {
  const found = lookAtPath(reversal, options);
  if (isDone(reversal, found.state) || (options.midway && found.state.kind === 'missing')) return undefined;
  const refused = reasonAgainst(reversal, found.state, options) ?? options.stash(reversal, found.bytes);
  if (refused !== undefined) return refused;
  const isGone = await clearEntry(options.entryPath(reversal.path), found.state);
  return isGone ? undefined : 'not-empty';
}

async function fill(
  reversal: Reversal,
  bytes: ReadonlyMap<Content, Buffer>,
  options: TakeBackOptions,
): Promise<UndoRefusal | undefined> {
  const { to } = reversal;
  if (to.kind === 'missing' || to.kind === 'unknown') return undefined;
  const found = lookAtPath(reversal, options);
  if (isDone(reversal, found.state)) return undefined;
  const isCleared = isInTheWay(reversal) && found.state.kind === 'missing';
  const refused = isCleared
    ? undefined
    : (reasonAgainst(reversal, found.state, options) ?? options.stash(reversal, found.bytes));
  if (refused !== undefined) return refused;
  const wanted = to.kind === 'file' ? bytes.get(to.content) : undefined;
  if (to.kind === 'file' && !wanted) return 'content-gone';
  if (to.kind === 'file' && wanted?.length !== to.size) return 'other-form';
  await fillEntry(options.entryPath(reversal.path), to, wanted);
  return undefined;
}

/** True if the present entry must go first: a folder and a file swap places, or nothing is to be there. */
function isInTheWay({ expected, to }: Reversal): boolean {
  if (expected.kind === 'missing') return false;
  return to.kind === 'missing' || (expected.kind === 'directory') !== (to.kind === 'directory');
}

function reasonAgainst(
  { expected, to }: Reversal,
  now: FileState,
  { midway }: Pick<TakeBackOptions, 'midway'>,
): UndoRefusal | undefined {
  if (to.kind === 'unknown') return { other: whyUnkept(to) };
  if (isDone({ expected, to }, now)) return undefined;
  if (midway && (now.kind === 'missing' || (now.kind === 'directory' && to.kind === 'directory'))) return undefined;
  if (expected.kind === 'unknown') return { other: whyUnkept(expected) };
  if (isSameState(expected, now)) return undefined;
  if (now.kind === 'missing') return 'removed';
  return expected.kind === 'missing' ? 'created' : 'changed';
}

/** True if nothing is left to do. A folder that was re-created counts as done whatever its mode. */
function isDone({ expected, to }: Pick<Reversal, 'expected' | 'to'>, now: FileState): boolean {
  return isSameState(to, now) || (to.kind === 'directory' && now.kind === 'directory' && expected.kind !== 'directory');
}

function lookAtPath({ path }: Reversal, { entryPath, maxFileBytes, format }: TakeBackOptions): FoundState {
  return lookAtEntry(entryPath(path), maxFileBytes, format);
}

function* batchesOf(reversals: readonly Reversal[]): Generator<Reversal[]> {
  let batch: Reversal[] = [];
  let size = 0;
  for (const reversal of reversals) {
    batch.push(reversal);
    size += reversal.to.kind === 'file' ? reversal.to.size : 0;
    if (size < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Turns an error into the reason to report, so that one failing file does not stop the others. */
async function attempt(act: () => Promise<UndoRefusal | undefined>): Promise<UndoRefusal | undefined> {
  try {
    return await act();
  } catch (error) {
    return reasonOf(error);
  }
}

function guard(look: () => UndoRefusal | undefined): UndoRefusal | undefined {
  try {
    return look();
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): UndoRefusal {
  if (codeOf(error) === 'outside') return 'outside';
  if (error instanceof CoderError || (error instanceof Error && 'syscall' in error)) return { other: namedIn(error) };
  throw error;
}
