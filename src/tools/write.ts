/** `write`: creates or replaces a whole file. */

import { CoderError } from '../base/errors.ts';
import { encodeFile, type TextFile } from '../base/files/text-file.ts';
import { type Infer, object, string } from '../base/schema.ts';
import type { UnifiedDiff } from '../base/text/unified-diff.ts';
import { withLineEndsOf } from '../base/text/unix-lines.ts';
import type { ReadFile } from '../host/files/workspace.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import { changedInEditor, proposeTexts } from './files/changed-in-editor.ts';
import { changeView, describeChange, inResult, outcomeView } from './files/file-change.ts';
import { type FileDeps, openTextIfAny, staleFile } from './files/open-text.ts';
import { writeText } from './for-model/change-text.ts';

const input = object({ path: string(), content: string() });
type Args = Infer<typeof input>;

interface Plan {
  absolute: string;
  display: string;
  before: ReadFile | undefined;
  /** The new content. */
  text: string;
  bytes: Uint8Array;
  change: UnifiedDiff;
}

export function writeTool(deps: FileDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'write',
    description: 'Create a file or replace all of it. Read an existing file first; prefer edit for changes.',
    input,
    effect: 'edit',
    permission: 'edit',
    paths: ({ path }) => [{ path, access: 'write' }],
    async preview(args, { callId, proposes }) {
      const plan = await planWrite(args, deps);
      proposeTexts([{ path: plan.absolute, text: plan.text }], { proposes });
      deps.seen.show(callId, [{ absolute: plan.absolute, file: plan.before }]);
      return changeView(plan.display, plan.change, plan.before === undefined);
    },
    async execute(args, { callId, instead }) {
      const proposed = await planWrite(args, deps);
      const changed = await changedInEditor(proposed, { instead });
      const plan = changed ? await planWrite({ ...args, content: changed.text }, deps) : proposed;
      const { absolute, display, before, bytes, change } = plan;
      if (deps.seen.changedSinceShown(callId, [{ absolute, file: before }])) throw staleFile(display);
      const operation = !before ? 'created' : before.bytes.equals(bytes) ? 'unchanged' : 'updated';
      if (operation !== 'unchanged') await deps.workspace.writeFile(args.path, bytes, { over: before ?? null });
      deps.seen.remember({ absolute, bytes: Buffer.from(bytes), size: bytes.length, mtimeMs: 0 });
      return ok({ path: display, operation, size: bytes.length, ...inResult(change), ...changed?.told });
    },
    forModel: writeText,
    view: ({ path }, outcome) => outcomeView(path, outcome),
  });
}

async function planWrite({ path, content }: Args, deps: FileDeps): Promise<Plan> {
  const open = await openTextIfAny(path, deps);
  if (!open) return planCreate(path, content, deps);
  const { read, file } = open;
  const isUnseen = deps.seen.compare(read) === 'unseen' && read.size > 0;
  if (isUnseen && file.text !== content) {
    throw new CoderError(
      'unseen',
      `${read.display} exists and you have not read it. Read it first, then write or edit it.`,
    );
  }
  const text = inStyleOf(file, content);
  const bytes = encodeFile(file, text);
  const change = await describeChange(read.display, file.text, text);
  return { absolute: read.absolute, display: read.display, before: read, text, bytes, change };
}

async function planCreate(path: string, content: string, { workspace }: FileDeps): Promise<Plan> {
  const { absolute, display } = await workspace.resolve(path);
  const bytes = Buffer.from(content, 'utf8');
  const change = await describeChange(display, null, content);
  return { absolute, display, before: undefined, text: content, bytes, change };
}

/** Preserves what the model cannot see and so does not mean to change: a byte order mark, and line ends that are all CRLF. */
function inStyleOf(file: TextFile, content: string): string {
  const text = file.bom && content.startsWith('\ufeff') ? content.slice(1) : content;
  return withLineEndsOf(file.text, text);
}
