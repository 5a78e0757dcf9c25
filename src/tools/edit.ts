/** `edit`: one text in one file replaced by another, found as leniently as is safe. */

import { encodeFile, hasStrayBytes } from '../base/files/text-file.ts';
import { boolean, type Infer, object, optional, string } from '../base/schema.ts';
import type { UnifiedDiff } from '../base/text/unified-diff.ts';
import type { ReadFile } from '../host/files/workspace.ts';
import { defineTool, type Failure, failed, isFailure, ok, type Tool } from '../protocol/tool.ts';
import { describeDifference, findClosest } from './edit/closest.ts';
import { findMatch } from './edit/find-match.ts';
import { lineNumbersAt } from './edit/lines.ts';
import type { Match, Stage } from './edit/match.ts';
import { changeView, describeChange, outcomeView } from './files/file-change.ts';
import { type FileDeps, openText, staleFile } from './files/open-text.ts';

const input = object({
  path: string(),
  old_string: string('exact, unique in the file'),
  new_string: string(),
  replace_all: optional(boolean()),
});
type Args = Infer<typeof input>;

interface Plan {
  absolute: string;
  display: string;
  /** Absent: the file is created. */
  before: ReadFile | undefined;
  bytes: Uint8Array;
  change: UnifiedDiff;
  replacements: number;
  stage: Stage;
}

export function editTool(deps: FileDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'edit',
    description: 'Replace text in a file.',
    input,
    effect: 'edit',
    permission: 'edit',
    paths: ({ path }) => [{ path, access: 'write' }],
    async preview(args, { callId }) {
      const plan = await planEdit(args, deps);
      if (isFailure(plan)) return plan;
      deps.seen.show(callId, [{ absolute: plan.absolute, file: plan.before }]);
      return changeView(plan.display, plan.change);
    },
    async execute(args, { callId }) {
      const plan = await planEdit(args, deps);
      if (isFailure(plan)) return plan;
      const { absolute, display, before, bytes, change, replacements, stage } = plan;
      if (deps.seen.changedSinceShown(callId, [{ absolute, file: before }])) throw staleFile(display);
      await deps.workspace.writeFile(args.path, bytes, { over: before ?? null });
      deps.seen.remember({ absolute, bytes: Buffer.from(bytes), size: bytes.length, mtimeMs: 0 });
      return ok({ path: display, ...(before ? { replacements, match: stage } : { operation: 'created' }), ...change });
    },
    view: ({ path }, outcome) => outcomeView(path, outcome),
  });
}

async function planEdit(args: Args, deps: FileDeps): Promise<Plan | Failure> {
  const { path, old_string: given, new_string: wanted, replace_all: all = false } = args;
  if (given === '') return planNew(args, deps);
  if (given === wanted) return failed('old_string and new_string are the same: there is nothing to change.');
  const { read, file } = await openText(path, deps);
  const match = findMatch(file.text, { given, wanted, all });
  if (match.type !== 'found') return noMatch(match, args, read.display, file.text);
  const text = replaceAll(file.text, match.replacements);
  if (text === file.text) return failed(`${read.display} has new_string already: there is nothing to change.`);
  const { absolute, display } = read;
  const bytes = encodeFile(file, text);
  const change = await describeChange(display, file.text, text);
  return {
    absolute,
    display,
    before: read,
    bytes,
    change,
    replacements: match.replacements.length,
    stage: match.stage,
  };
}

/** An empty old_string is how other agents create a file. */
async function planNew({ path, new_string: text }: Args, deps: FileDeps): Promise<Plan | Failure> {
  const { absolute, display, kind } = await deps.workspace.writable(path);
  if (kind !== 'missing') return failed(`old_string is empty, and ${display} exists. To replace all of it, use write.`);
  const change = await describeChange(display, null, text);
  const bytes = Buffer.from(text, 'utf8');
  return { absolute, display, before: undefined, bytes, change, replacements: 0, stage: 'exact' };
}

function replaceAll(text: string, replacements: readonly { start: number; end: number; text: string }[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const replacement of replacements) {
    parts.push(text.slice(done, replacement.start), replacement.text);
    done = replacement.end;
  }
  return parts.join('') + text.slice(done);
}

function noMatch(match: Exclude<Match, { type: 'found' }>, args: Args, display: string, text: string): Failure {
  if (match.type === 'ambiguous') {
    const where = match.lines.slice(0, 20).join(', ') + (match.lines.length > 20 ? ', …' : '');
    const how = match.stage === 'exact' ? ' or set replace_all' : '';
    const sort = match.stage === 'exact' ? '' : ` (not exactly: ${match.stage})`;
    return failed(
      `old_string is found ${match.lines.length} times in ${display}${sort}, at lines ${where}. Add lines around it to make it unique${how}.`,
      { lines: match.lines },
    );
  }
  const said = `old_string is not in ${display}.${saidIfMade(args.new_string, text)}`;
  if (args.old_string.includes('\ufffd') && hasStrayBytes(text)) {
    return failed(`${said} U+FFFD stands for bytes that are not text: leave them out, or change them with bash.`);
  }
  const closest = findClosest(text, args.old_string);
  if (!closest) return failed(`${said} Nothing similar was found: read the file again.`);
  return failed(
    `${said} The closest is at lines ${closest.start_line}-${closest.end_line}. ${describeDifference(args.old_string, closest)}`,
    { closest },
  );
}

/** A few characters occur anywhere by chance. */
const MIN_TELLING = 8;

function saidIfMade(wanted: string, text: string): string {
  const at = wanted.trim().length < MIN_TELLING ? -1 : text.indexOf(wanted);
  if (at === -1) return '';
  return ` new_string already is, at line ${lineNumbersAt(text, [at])[0]}: the edit may have been made before.`;
}
