/** Undoes changes file by file. Files that have changed since are refused and reported. */

import { CoderError, codeOf } from '../../base/errors.ts';
import { namedIn } from '../../base/named-text.ts';
import type { UndoRefusal } from '../../protocol/undo.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type Content, type FileState, type Found, isSameState } from './file-state.ts';
import { clearPlace, fillPlace, lookAtPlace, type Place, setMode } from './put-back.ts';
import { whyUnkept } from './unkept.ts';

export interface Step {
  path: string;
  /** The state the path must still have. */
  expected: FileState;
  to: FileState;
}

export interface StepResult extends Step {
  /** Why the path was left as it is; absent if the step succeeded. */
  refused?: UndoRefusal;
}

export interface TakeBackOptions {
  place(path: string): Place;
  maxFileBytes: number;
  format?: OidFormat;
  /** Bytes by content; contents whose bytes cannot be found are left out. */
  bytesOf(contents: readonly Content[]): Promise<Map<Content, Buffer>>;
  /** The steps are a retry of ones that were cut short: missing entries had been removed to make room, and modes may be half set. */
  midway?: true;
  /** Keeps the entry about to be replaced; returns the reason if it cannot be kept. */
  stash(step: Step, bytes: Buffer | undefined): UndoRefusal | undefined;
}

const BATCH_BYTES = 16 * 1024 * 1024;

/** Checks a step without executing it. `imagined` is the state that earlier steps would leave at the path. */
export function checkStep(step: Step, options: TakeBackOptions, imagined?: FileState): StepResult {
  const refused = guard(() => reasonAgainst(step, imagined ?? lookAtStep(step, options).state, options));
  return refused === undefined ? step : { ...step, refused };
}

/** Executes every step that is possible; the result reports each one. */
export async function takeBack(steps: readonly Step[], options: TakeBackOptions): Promise<StepResult[]> {
  const results = new Map(steps.map((step) => [step.path, checkStep(step, options)]));
  const open = () => [...results.values()].filter(({ refused }) => refused === undefined);
  const settle = async (step: Step, act: () => Promise<UndoRefusal | undefined>) => {
    const refused = await attempt(act);
    if (refused !== undefined) results.set(step.path, { ...step, refused });
  };

  const byDepth = open().toSorted((a, b) => (a.path < b.path ? 1 : -1)); // a folder's entries before the folder itself
  for (const step of byDepth) {
    if (isInTheWay(step)) await settle(step, () => clear(step, options));
  }
  for (const batch of batchesOf(open().toSorted((a, b) => (a.path < b.path ? -1 : 1)))) {
    const bytes = await options.bytesOf(batch.flatMap(({ to }) => (to.kind === 'file' ? [to.content] : [])));
    for (const step of batch) await settle(step, () => fill(step, bytes, options));
  }
  for (const step of byDepth) {
    const { to } = step;
    if (to.kind === 'directory' && results.get(step.path)?.refused === undefined) {
      await settle(step, async () => setMode(options.place(step.path), to.mode) as undefined);
    }
  }
  return steps.map((step) => results.get(step.path) ?? step);
}

async function clear(step: Step, options: TakeBackOptions): Promise<UndoRefusal | undefined> {
  const found = lookAtStep(step, options);
  if (isDone(step, found.state) || (options.midway && found.state.kind === 'missing')) return undefined;
  const refused = reasonAgainst(step, found.state, options) ?? options.stash(step, found.bytes);
  if (refused !== undefined) return refused;
  const isGone = await clearPlace(options.place(step.path), found.state);
  return isGone ? undefined : 'not-empty';
}

async function fill(
  step: Step,
  bytes: ReadonlyMap<Content, Buffer>,
  options: TakeBackOptions,
): Promise<UndoRefusal | undefined> {
  const { to } = step;
  if (to.kind === 'missing' || to.kind === 'unknown') return undefined;
  const found = lookAtStep(step, options);
  if (isDone(step, found.state)) return undefined;
  const isCleared = isInTheWay(step) && found.state.kind === 'missing';
  const refused = isCleared
    ? undefined
    : (reasonAgainst(step, found.state, options) ?? options.stash(step, found.bytes));
  if (refused !== undefined) return refused;
  const wanted = to.kind === 'file' ? bytes.get(to.content) : undefined;
  if (to.kind === 'file' && !wanted) return 'content-gone';
  if (to.kind === 'file' && wanted?.length !== to.size) return 'other-form';
  await fillPlace(options.place(step.path), to, wanted);
  return undefined;
}

/** True if the present entry must go first: a folder and a file swap places, or nothing is to be there. */
function isInTheWay({ expected, to }: Step): boolean {
  if (expected.kind === 'missing') return false;
  return to.kind === 'missing' || (expected.kind === 'directory') !== (to.kind === 'directory');
}

function reasonAgainst(
  { expected, to }: Step,
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
function isDone({ expected, to }: Pick<Step, 'expected' | 'to'>, now: FileState): boolean {
  return isSameState(to, now) || (to.kind === 'directory' && now.kind === 'directory' && expected.kind !== 'directory');
}

function lookAtStep({ path }: Step, { place, maxFileBytes, format }: TakeBackOptions): Found {
  return lookAtPlace(place(path), maxFileBytes, format);
}

function* batchesOf(steps: readonly Step[]): Generator<Step[]> {
  let batch: Step[] = [];
  let size = 0;
  for (const step of steps) {
    batch.push(step);
    size += step.to.kind === 'file' ? step.to.size : 0;
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
