/** `lsp_rename`: renames a symbol wherever it is used, all or nothing. */

import { decodeFile, encodeFile } from '../base/files/text-file.ts';
import { type Infer, object, string } from '../base/schema.ts';
import { errorText } from '../log/result-text.ts';
import type { CodeEdit } from '../protocol/lsp.ts';
import { defineTool, type Failure, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { changesView, describeChange, inResult } from './files/file-change.ts';
import { notText, staleFile } from './files/open-text.ts';
import { changedText } from './for-model/change-text.ts';
import { applyEdits } from './lsp/apply-edits.ts';
import { findPosition, POSITION, type PositionArgs } from './lsp/find-position.ts';
import { positionTitle } from './lsp/show-positions.ts';
import type { CodeDeps } from './lsp-diagnostics.ts';
import { planAsChanged, proposePlan } from './patch/in-editor.ts';
import type { PatchedFile } from './patch/plan-patch.ts';
import { type Slot, shownFiles } from './patch/slot.ts';
import { writeAll } from './patch/write-all.ts';
import type { SeenFiles } from './seen-files.ts';

const input = object({ ...POSITION, new_name: string() });
type Args = Infer<typeof input>;

interface Plan {
  files: PatchedFile[];
  slots: Slot[];
}

export function lspRenameTool(deps: CodeDeps & { seen: SeenFiles }): Tool<Args> {
  const { workspace, seen } = deps;
  return defineTool<Args>({
    name: 'lsp_rename',
    description: 'Rename a symbol wherever it is used, by the language server; all or nothing.',
    input,
    effect: 'edit', // no paths: only the server knows which files change
    permission: 'edit',
    outside: true,
    async preview(args, { callId, signal, proposes }) {
      const plan = await planRename(args, deps, signal);
      if (isFailure(plan)) return plan;
      proposePlan(plan, { proposes });
      seen.show(callId, shownFiles(plan.slots));
      return changesView(titleOf(args), plan.files);
    },
    async execute(args, { callId, signal, changed, instead }) {
      const proposed = await planRename(args, deps, signal);
      if (isFailure(proposed)) return proposed;
      const plan = await planAsChanged(proposed, { instead });
      const moved = seen.changedSinceShown(callId, shownFiles(plan.slots));
      if (moved !== undefined) throw staleFile(moved);
      const failure = await writeAll(plan.slots, workspace, callId);
      if (failure) return failure;
      for (const { absolute, after } of plan.slots)
        if (after) seen.remember({ absolute, bytes: after, size: after.length, mtimeMs: 0 });
      changed?.(plan.slots.map(({ absolute }) => absolute));
      return ok({ renamed: args.new_name, files: plan.files.map(inResult) });
    },
    forModel(_args, outcome) {
      if (outcome.status !== 'ok') return errorText(outcome);
      const { files } = outcome.result as { files: PatchedFile[] };
      return ['renamed in:', ...files.map(renamedRow)].join('\n');
    },
    view(args, outcome) {
      if (outcome?.status === 'ok') return changesView(titleOf(args), outcome.result['files'] as PatchedFile[]);
      return outcome
        ? { title: titleOf(args), body: [{ type: 'text', text: outcome.error }] }
        : { title: titleOf(args) };
    },
  });
}

async function planRename(args: Args, { workspace, code }: CodeDeps, signal: AbortSignal): Promise<Plan | Failure> {
  const position = await findPosition(args, workspace);
  if (isFailure(position)) return position;
  const answer = await code.rename(position, args.new_name, signal);
  signal.throwIfAborted();
  if (!answer.ok) return failed(answer.why);
  if (answer.value.length === 0) return failed(`${answer.server} cannot rename what is there.`);
  const plan: Plan = { files: [], slots: [] };
  for (const [path, edits] of Map.groupBy(answer.value, (edit: CodeEdit) => edit.path)) {
    const { display, absolute } = await workspace.writable(path);
    const read = await workspace.readFile(path);
    const file = decodeFile(read.bytes);
    if (!file) throw notText(display, read.bytes);
    const text = applyEdits(file.text, edits);
    if (text === undefined) return failed(`${display} is not the text that ${answer.server} knows. Try again.`);
    const change = await describeChange(display, file.text, text);
    plan.files.push({ path: display, operation: 'updated', ...change });
    const after = Buffer.from(encodeFile(file, text));
    plan.slots.push({ absolute, display, before: read, after, mode: read.mode });
  }
  return plan;
}

function renamedRow({ path, additions, changed_by_user: changed }: PatchedFile): string {
  const row = `${path} (${additions} lines)`;
  return changed === undefined ? row : `${row}${changedText({ changed_by_user: changed })}`;
}

function titleOf(args: PositionArgs & { new_name: string }): string {
  return `${positionTitle(args)} → ${args.new_name}`;
}
