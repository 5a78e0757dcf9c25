/** Shows the files of a plan in an editor, and updates the plan with the person's changes. */

import { decodeFile, encodeFile } from '../../base/files/text-file.ts';
import type { PreviewContext, ProposedFile, ToolContext } from '../../protocol/tool.ts';
import { changedInEditor, proposeTexts } from '../files/changed-in-editor.ts';
import { describeChange } from '../files/file-change.ts';
import type { PatchPlan } from './plan-patch.ts';
import { changes, type Slot } from './slot.ts';

/** Proposes nothing if a file is deleted or is not text, because an editor could not show the whole plan. */
export function proposePlan({ slots }: PatchPlan, { proposes }: Pick<PreviewContext, 'proposes'>): void {
  const files: ProposedFile[] = [];
  for (const { absolute, after } of slots.filter(changes)) {
    const file = after === null ? undefined : decodeFile(after);
    if (!file) return;
    files.push({ path: absolute, text: file.text });
  }
  proposeTexts(files, { proposes });
}

export async function planAsChanged(plan: PatchPlan, { instead }: Pick<ToolContext, 'instead'>): Promise<PatchPlan> {
  if (!instead) return plan;
  let next = plan;
  for (const slot of plan.slots) next = await withChanged(next, slot, instead);
  return next;
}

async function withChanged(
  { files, slots }: PatchPlan,
  slot: Slot,
  instead: ReadonlyMap<string, string>,
): Promise<PatchPlan> {
  const file = slot.after ? decodeFile(slot.after) : undefined;
  const changed = file && (await changedInEditor({ ...slot, text: file.text }, { instead }));
  if (!file || !changed) return { files, slots };
  const after = Buffer.from(encodeFile(file, changed.text));
  const before = slot.before ? (decodeFile(slot.before.bytes)?.text ?? null) : null;
  const change = await describeChange(slot.display, before, changed.text);
  return {
    slots: slots.map((each) => (each === slot ? { ...slot, after } : each)),
    files: files.map((each) => (each.path === slot.display ? { ...each, ...change, ...changed.told } : each)),
  };
}
