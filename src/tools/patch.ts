/** `patch`: changes many files at once, all of them or none. */

import { late } from '../base/late.ts';
import { boolean, type Infer, object, optional, string } from '../base/schema.ts';
import type { Outcome } from '../protocol/message.ts';
import { defineTool, type Failure, failed, isFailure, ok, type PathUse, type Tool } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import { changesView, inResult } from './files/file-change.ts';
import { type FileDeps, staleFile } from './files/open-text.ts';
import { patchText } from './for-model/change-text.ts';
import { planAsChanged, proposePlan } from './patch/in-editor.ts';
import { parsePatch } from './patch/parse-patch.ts';
import type { PatchedFile, PatchPlan } from './patch/plan-patch.ts';
import { shownFiles } from './patch/slot.ts';
import { writeAll } from './patch/write-all.ts';

const planning = late(() => import('./patch/plan-patch.ts'));

const input = object({ patch: string(), dry_run: optional(boolean()) });
type Args = Infer<typeof input>;

/** Limit for the diffs of all files together; files beyond it are listed without a diff. */
const MAX_DIFFS = 64 * 1024;

export function patchTool(deps: FileDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'patch',
    description:
      'Apply a unified diff (or *** Begin Patch) to many files, all or nothing. Creates, deletes and renames too.',
    input,
    effect: 'edit',
    permission: 'edit',
    paths: pathsOf,
    async preview(args, { callId, signal, proposes }) {
      const plan = await planOf(args, deps, signal);
      if (isFailure(plan)) return plan;
      if (!args.dry_run) proposePlan(plan, { proposes });
      deps.seen.show(callId, shownFiles(plan.slots));
      return viewOf(plan.files);
    },
    async execute(args, { callId, signal, instead }) {
      const proposed = await planOf(args, deps, signal);
      if (isFailure(proposed)) return proposed;
      const plan = await planAsChanged(proposed, { instead });
      const moved = deps.seen.changedSinceShown(callId, shownFiles(plan.slots));
      if (moved !== undefined) throw staleFile(moved);
      const files = withinLimit(plan.files);
      if (args.dry_run) return ok({ applied: false, dry_run: true, files });
      const failure = await writeAll(plan.slots, deps.workspace, callId);
      if (failure) return failure;
      for (const { absolute, after } of plan.slots) {
        if (after === null) deps.seen.forget(absolute);
        else deps.seen.remember({ absolute, bytes: after, size: after.length, mtimeMs: 0 });
      }
      return ok({ applied: true, files });
    },
    forModel: patchText,
    view: viewPatch,
  });
}

async function planOf({ patch }: Args, deps: FileDeps, signal: AbortSignal): Promise<PatchPlan | Failure> {
  const files = parsePatch(patch);
  if ('problem' in files) return failed(`The patch cannot be read: ${files.problem}.`);
  return (await planning()).planPatch(files, deps, signal);
}

function pathsOf({ patch, dry_run: isDry = false }: Args): PathUse[] {
  const files = parsePatch(patch);
  if ('problem' in files) return []; // the preview reports what is wrong with the patch
  const uses = new Map<string, PathUse>();
  for (const { operation, from, to } of files) {
    const access = isDry ? 'read' : 'write';
    if (operation === 'copy') uses.set(from, uses.get(from) ?? { path: from, access: 'read' });
    else uses.set(from, { path: from, access });
    uses.set(to, { path: to, access });
  }
  return [...uses.values()];
}

function withinLimit(files: readonly PatchedFile[]): PatchedFile[] {
  let length = 0;
  return files.map(inResult).map((file) => {
    length += file.diff.length;
    return length <= MAX_DIFFS ? file : { ...file, diff: '' };
  });
}

function viewPatch({ patch, dry_run: isDry }: Args, outcome?: Outcome): View {
  if (outcome?.status === 'ok') {
    const { files } = outcome.result;
    const view = viewOf(Array.isArray(files) ? files : []);
    return isDry ? dryView(view) : view;
  }
  const files = parsePatch(patch);
  const names = 'problem' in files ? [] : files.map(({ to }) => to);
  const head: View = {
    title: titleOf(names),
    ...(names.length > 1 && { fact: { is: 'changes', files: names.length } }),
  };
  return outcome ? { ...head, body: [{ type: 'text', text: outcome.error }] } : head;
}

function viewOf(files: readonly PatchedFile[]): View {
  const names = files.map(({ path, from }) => (from === undefined ? path : `${from} → ${path}`));
  const view = changesView(titleOf(names), files);
  const count = files.length;
  if (!view.change || count < 2) return view;
  const { added, removed } = view.change;
  return { ...view, fact: { is: 'changes', files: count, added, removed }, change: { ...view.change, files: count } };
}

/** Nothing was changed, so there is no change to report. */
function dryView({ change, fact, ...view }: View): View {
  const title = `${view.title} (dry run)`;
  if (fact?.is === 'changes') return { ...view, title, fact: { ...fact, isDry: true } };
  if (!change) return { ...view, title };
  const { what, added, removed } = change;
  return { ...view, title, fact: { is: 'dry-run', what, added, removed } };
}

function titleOf(names: readonly string[]): string {
  const [first = 'patch'] = names;
  return names.length > 1 ? `${names.length} files` : first;
}
