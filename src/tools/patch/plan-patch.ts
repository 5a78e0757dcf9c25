/** Computes in memory everything a patch would do, so that nothing is written unless all of it can be. */

import { decodeFile, encodeFile } from '../../base/files/text-file.ts';
import { type Failure, failed, isFailure } from '../../protocol/tool.ts';
import { splitLines } from '../edit/lines.ts';
import type { MatchStage } from '../edit/match.ts';
import { describeChange } from '../files/file-change.ts';
import { CHANGED_NOTE, type FileDeps, notText, staleFile } from '../files/open-text.ts';
import { applyHunks, type Mismatch } from './apply-hunks.ts';
import type { FilePatch, Hunk } from './file-patch.ts';
import { changes, type Slot } from './slot.ts';

export interface PatchedFile {
  path: string;
  operation: 'created' | 'updated' | 'deleted' | 'renamed' | 'copied';
  from?: string;
  /** How the hunks were matched, if not exactly. */
  match?: MatchStage;
  note?: string;
  additions: number;
  deletions: number;
  diff: string;
  /** How the file differs from the proposal, if the person changed it in their editor. */
  changed_by_user?: string;
}

export interface PatchPlan {
  files: PatchedFile[];
  slots: Slot[];
}

const MAX_FILE = 32 * 1024 * 1024;
const MAX_TOTAL = 256 * 1024 * 1024;
/** Mismatches reported at once; further files are checked when these are fixed. */
const MAX_FAILURES = 5;

export async function planPatch(
  patches: readonly FilePatch[],
  deps: FileDeps,
  signal: AbortSignal,
): Promise<PatchPlan | Failure> {
  const slots = new Map<string, Slot>();
  const files: PatchedFile[] = [];
  const mismatches: (Mismatch & { file: string })[] = [];
  let total = 0;

  async function slotOf(path: string): Promise<Slot | Failure> {
    const where = await deps.workspace.writable(path);
    const known = slots.get(where.absolute);
    if (known) return known;
    const slot: Slot = {
      absolute: where.absolute,
      display: where.display,
      before: undefined,
      after: null,
      mode: undefined,
    };
    if (where.kind !== 'missing') {
      const read = await deps.workspace.readFile(path, { maxBytes: MAX_FILE });
      const state = deps.seen.compare(read);
      if (state === 'changed') throw staleFile(read.display);
      total += read.size;
      if (total > MAX_TOTAL) return failed('The files of this patch are too large together. Patch them one by one.');
      Object.assign(slot, { before: read, after: read.bytes, mode: read.mode, isOwn: state === 'own' });
    }
    slots.set(where.absolute, slot);
    return slot;
  }

  async function planFile(patch: FilePatch): Promise<Failure | undefined> {
    const [source, target] = [await slotOf(patch.from), await slotOf(patch.to)];
    if (isFailure(source)) return source;
    if (isFailure(target)) return target;
    const next = changeFor(patch, source, target);
    if (next === 'missing') {
      await deps.workspace.file(patch.from);
      return failed(`${patch.from} is removed earlier in the patch.`);
    }
    if (typeof next === 'string') return failed(next);
    const result = contentOf(patch, next.from);
    if ('status' in result) return result;
    const isOwn = next.from?.isOwn === true;
    if (isOwn && ('mismatch' in result || result.stage !== 'exact' || patch.hunks.length === 0))
      throw staleFile(next.from?.display ?? patch.from);
    if ('mismatch' in result) {
      mismatches.push({ file: next.to.display, ...result.mismatch });
      return undefined;
    }
    const { text, bytes, stage } = result;
    const executable = patch.executable;
    const mode = next.from?.mode;
    if (next.operation === 'renamed') Object.assign(source, { after: null });
    Object.assign(next.to, { after: bytes, mode: executable === undefined ? mode : withExecutable(mode, executable) });
    const from = next.from?.display ?? next.to.display;
    files.push({
      path: next.to.display,
      operation: next.operation,
      ...(from !== next.to.display && { from }),
      ...(stage !== 'exact' && { match: stage }),
      ...(isOwn && { note: CHANGED_NOTE }),
      ...(await describeChange({ from, to: next.to.display }, text.before, text.after)),
    });
    return undefined;
  }

  for (const patch of patches) {
    signal.throwIfAborted();
    const failure = await planFile(patch);
    if (failure) return failure;
    if (mismatches.length >= MAX_FAILURES) break;
  }
  if (mismatches.length > 0) return mismatchFailure(mismatches);
  const plan = { files, slots: [...slots.values()] };
  return plan.slots.some(changes) ? plan : failed('The patch changes nothing: old and new lines are the same.');
}

interface SlotChange {
  operation: PatchedFile['operation'];
  /** The source of the old content; absent for a new file. */
  from?: Slot;
  to: Slot;
}

/** The change to make; otherwise `missing`, or the reason why it cannot be made. */
function changeFor({ operation, from, to, hunks }: FilePatch, source: Slot, target: Slot): SlotChange | string {
  const isNew = target.after === null;
  switch (operation) {
    case 'create':
      return isNew
        ? { operation: 'created', to: target }
        : `${to} exists already. Patch it as an update, or use write.`;
    case 'delete':
      return source.after === null ? 'missing' : { operation: 'deleted', from: source, to: source };
    case 'update':
      if (!isNew) return { operation: 'updated', from: target, to: target };
      if (source.after === null) return isAllNew(hunks) ? { operation: 'created', to: target } : 'missing';
      return { operation: 'renamed', from: source, to: target };
    case 'rename':
    case 'copy':
      if (source.after === null) return 'missing';
      if (source === target) return { operation: 'updated', from: source, to: source };
      if (!isNew) return `${to} exists already: ${from} cannot take its place.`;
      return { operation: operation === 'rename' ? 'renamed' : 'copied', from: source, to: target };
  }
}

/** True for `@@ -0,0 +1,5 @@`, where there was nothing before. */
function isAllNew(hunks: readonly Hunk[]): boolean {
  const [first] = hunks;
  return hunks.length === 1 && first?.oldStart === 0 && first.lines.every(({ kind }) => kind === '+');
}

interface Content {
  bytes: Buffer | null;
  text: { before: string | null; after: string | null };
  stage: MatchStage;
}

function contentOf(patch: FilePatch, from: Slot | undefined): Content | Failure | { mismatch: Mismatch } {
  if (!from) return newContent(patch);
  const bytes = from.after ?? Buffer.alloc(0);
  if (patch.hunks.length === 0) {
    const shown = decodeFile(bytes)?.text ?? '';
    if (patch.operation === 'delete') return { bytes: null, text: { before: shown, after: null }, stage: 'exact' };
    if (patch.operation === 'update' && patch.executable === undefined && patch.from === patch.to) {
      return failed(`The patch has no hunks for ${from.display}.`);
    }
    return { bytes, text: { before: shown, after: shown }, stage: 'exact' };
  }
  const file = decodeFile(bytes);
  if (!file) throw notText(from.display, bytes);
  const applied = applyHunks(file.text, patch.hunks);
  if ('mismatch' in applied) return applied;
  const { text, stage } = applied;
  if (patch.operation === 'delete') {
    if (text !== '') {
      const left = splitLines(text).length;
      return failed(
        `The patch deletes ${from.display} but leaves ${left} ${left === 1 ? 'line' : 'lines'} of it. Nothing was applied.`,
      );
    }
    return { bytes: null, text: { before: file.text, after: null }, stage };
  }
  return { bytes: Buffer.from(encodeFile(file, text)), text: { before: file.text, after: text }, stage };
}

/** Blank lines that lack their `+` are content too. */
function newContent({ hunks, to }: FilePatch): Content | Failure {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind === '-')) return failed(`The patch creates ${to} and removes lines from it.`);
  const text = lines.map((line) => line.text + (line.noNewline ? '' : '\n')).join('');
  return { bytes: Buffer.from(text, 'utf8'), text: { before: null, after: text }, stage: 'exact' };
}

/** Of a file's mode, git only tracks whether it is executable. */
function withExecutable(mode: number | undefined, executable: boolean): number {
  const base = mode ?? 0o644;
  return executable ? base | ((base & 0o444) >> 2) : base & ~0o111;
}

function mismatchFailure(mismatches: readonly (Mismatch & { file: string })[]): Failure {
  const said = mismatches.map((mismatch) => {
    const { file, hunk, patch_line: patchLine, reason, line, lines, expected, actual, hint } = mismatch;
    const what = `${file}: hunk ${hunk} (line ${patchLine} of the patch)`;
    const more = hint ? ` ${hint}` : '';
    switch (reason) {
      case 'ambiguous':
        return `${what} fits at lines ${lines?.join(', ')}. Give more context lines.${more}`;
      case 'taken':
        return `${what} is about lines that an earlier hunk removes, at line ${line}. Make one hunk of both.`;
      case 'not-found':
        return `${what} does not match. At line ${line} it expects ${quote(expected)}, the file has ${quote(actual)}.${more}`;
    }
  });
  return failed(`${said.join('\n')}\nNothing was applied.`, { mismatches: [...mismatches] });
}

function quote(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 160));
}
