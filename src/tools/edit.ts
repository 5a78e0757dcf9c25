/** `edit`: replaces text in one file, matching as leniently as is safe. */

import { late } from '../base/late.ts';
import { array, boolean, type Infer, object, optional, string } from '../base/schema.ts';
import { defineTool, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { changedInEditor, proposeTexts } from './files/changed-in-editor.ts';
import { changeView, describeChange, inResult, outcomeView } from './files/file-change.ts';
import { type FileDeps, staleFile } from './files/open-text.ts';
import { editText } from './for-model/change-text.ts';

const planning = late(() => import('./edit/plan-edit.ts'));

const input = object({
  path: string(),
  old_string: optional(string('exact, unique in the file')),
  new_string: optional(string()),
  replace_all: optional(boolean()),
  edits: optional(
    array(
      object({ old_string: string(), new_string: string(), replace_all: optional(boolean()) }),
      'several, in order',
    ),
  ),
});
type Args = Infer<typeof input>;

export function editTool(deps: FileDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'edit',
    description: 'Replace text in a file.',
    input,
    effect: 'edit',
    permission: 'edit',
    paths: ({ path }) => [{ path, access: 'write' }],
    async preview(args, { callId, proposes }) {
      const plan = await (await planning()).planEdit(args, deps);
      if (isFailure(plan)) return plan;
      proposeTexts([{ path: plan.absolute, text: plan.text }], { proposes });
      deps.seen.show(callId, [{ absolute: plan.absolute, file: plan.before }]);
      return changeView(plan.display, plan.change, plan.before === undefined);
    },
    async execute(args, { callId, instead }) {
      const plan = await (await planning()).planEdit(args, deps);
      if (isFailure(plan)) return plan;
      const { absolute, display, before, old, replacements, stage, note } = plan;
      const changed = await changedInEditor(plan, { instead });
      const bytes = plan.encode(changed?.text ?? plan.text);
      const change = changed ? await describeChange(display, old, changed.text) : plan.change;
      if (deps.seen.changedSinceShown(callId, [{ absolute, file: before }])) throw staleFile(display);
      await deps.workspace.writeFile(args.path, bytes, { over: before ?? null });
      deps.seen.remember({ absolute, bytes: Buffer.from(bytes), size: bytes.length, mtimeMs: 0 });
      const how = before ? { replacements, match: stage } : { operation: 'created' };
      return ok({ path: display, ...how, ...(note && { note }), ...inResult(change), ...changed?.told });
    },
    forModel: editText,
    view: ({ path }, outcome) => outcomeView(path, outcome),
  });
}
