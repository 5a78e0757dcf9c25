/** Records what a command created, changed and removed, so that it can be undone. */

import { join } from 'node:path';
import { named } from '../../base/named-text.ts';
import type { Fault } from '../../protocol/fault.ts';
import { isSameState } from './file-state.ts';
import { createPacer } from './pacer.ts';
import type { Shell } from './shell-tree.ts';
import type { Seen, TreeChange } from './tree.ts';
import type { FileChange } from './turn-file.ts';
import { unkeptAt } from './unkept.ts';

type Record = (changes: FileChange[], bytes: Buffer[]) => Promise<void>;

/** File system clocks advance in steps of several milliseconds. */
const CLOCK_STEP_MS = 20;
const BATCH_BYTES = 16 * 1024 * 1024;
const NAMED = 20;

/** Returns notes on everything that undo does not cover. */
export async function recordLook(shell: Shell, startedAt: number, record: Record): Promise<Fault[]> {
  if (shell.isTooLarge) {
    const text = `${shell.root}: too many files; what commands changed there is not covered`;
    return [named('uncoveredTree', text, shell.root)];
  }
  const { changes, ignored } = await shell.look();
  const known = new Set(changes.flatMap(({ before }) => (before?.kind === 'file' ? [before.ino] : [])));
  const isForeign = ({ before, after }: TreeChange) =>
    after?.kind === 'file' && after.ino !== before?.ino && !known.has(after.ino) && bornBefore(after, startedAt);

  const notes: Fault[] = [];
  const own = changes.filter((change) => {
    if (!isForeign(change)) return true;
    const text = `${change.path}: came from a place that undo does not cover; it stays`;
    notes.push(named('uncoveredPlace', text, change.path));
    return false;
  });
  const befores = await keepBefores(own, shell, record);
  const { keeper, root } = shell;
  const pace = createPacer();
  const found: FileChange[] = [];
  for (const [index, { path, after }] of own.entries()) {
    if (pace.isDue()) await pace.rest();
    if (after) keeper.keep(path, after);
    const before = befores[index] as FileChange['before'];
    const now = keeper.recall(after).state;
    if (isSameState(before, now)) continue;
    if (before.kind === 'unknown') notes.push(unkeptAt(path, before));
    else if (now.kind === 'unknown') notes.push(unkeptAt(path, now));
    found.push({ path: join(root, path), before, after: now });
  }
  for (const change of changes) if (change.after && isForeign(change)) keeper.keep(change.path, change.after);
  if (found.length > 0) await record(found, []);
  const left = [...new Set([...shell.ignored, ...ignored])].slice(0, NAMED).join(', ');
  if (left !== '' && found.length + notes.length > 0)
    notes.push(named('uncoveredIgnored', `ignored files are not covered: ${left}`, left));
  if (notes.length <= NAMED) return notes;
  const more = String(notes.length - NAMED);
  return [...notes.slice(0, NAMED), named('uncoveredMore', `and ${more} more`, more)];
}

/** Runs before the new states are kept, because keeping them may overwrite the bytes kept of the old ones. */
async function keepBefores(
  changes: readonly TreeChange[],
  { keeper }: Shell,
  record: Record,
): Promise<FileChange['before'][]> {
  const states: FileChange['before'][] = [];
  let batch: Buffer[] = [];
  let size = 0;
  for (const { before } of changes) {
    const { state, bytes } = keeper.recall(before);
    states.push(state);
    if (!bytes) continue;
    batch.push(bytes);
    size += bytes.length;
    if (size < BATCH_BYTES) continue;
    await record([], batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) await record([], batch);
  return states;
}

/** A moved file keeps its birth time. If the system does not record one, the time of its last change is used instead. */
function bornBefore({ birthMs, ctimeMs }: Seen, startedAt: number): boolean {
  const born = birthMs > 0 ? birthMs : ctimeMs;
  return born < startedAt - CLOCK_STEP_MS;
}
