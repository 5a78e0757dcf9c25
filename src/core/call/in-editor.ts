/** An approval that can also be given in the editor beside the terminal: the first answer counts, and the other side closes. */

import { shownPath } from '../../base/files/paths.ts';
import { unixLines } from '../../base/text/unix-lines.ts';
import type { EditorAnswer } from '../../protocol/ide.ts';
import type { Answer, ApprovalRequest } from '../../protocol/request.ts';
import type { ProposedFile } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import type { Engine } from '../engine.ts';
import type { Proposal } from './proposal.ts';

export interface InEditor {
  answer: Answer;
  /** By path, the texts that the person changed in the editor; absent if they match the proposal. */
  instead?: ReadonlyMap<string, string>;
}

export async function askInEditorToo(
  request: ApprovalRequest,
  { files }: Proposal,
  { person: { ask, emit, ide }, settings, words }: Engine,
  signal: AbortSignal,
): Promise<InEditor> {
  if (!ide || files.length === 0) return { answer: await ask(request, signal) };
  let shown: Promise<EditorAnswer | undefined> = Promise.resolve(undefined);
  const answer = await ask(request, signal, async (until) => {
    shown = ide.propose(files, until);
    const said = await shown;
    return said && said.choice !== 'closed' ? { kind: 'approval', choice: said.choice } : undefined;
  });
  if (answer.kind !== 'approval' || answer.choice === 'no') return { answer }; // the editor closes on its own
  const said = await shown; // edits made in the editor count, wherever the person approved
  if (!said || said.choice === 'no') return { answer };
  const instead = changedTexts(files, said.texts);
  if (instead.size === 0) return { answer };
  const names = [...instead.keys()].map((path) => shownPath(settings.cwd, path));
  emit({ type: 'notice', level: 'info', view: { title: words.ide.changed(names) } }); // the written text differs from the one asked about
  return { answer, instead };
}

/** Names the files with unsaved changes in the editor, which would conflict with what is written. */
export async function withUnsaved(
  view: View,
  { use }: Proposal,
  { person: { ide }, words }: Engine,
  signal: AbortSignal,
): Promise<View> {
  if (!ide || use.effect !== 'edit') return view;
  const written = use.paths.filter(({ access }) => access === 'write');
  const unsaved = await ide.unsaved(
    written.map(({ path }) => path),
    signal,
  );
  if (unsaved.length === 0) return view;
  const names = written.flatMap(({ path, shown }) => (unsaved.includes(path) ? [shown] : []));
  return { ...view, body: [{ type: 'text', text: words.ide.unsaved(names) }, ...(view.body ?? [])] };
}

/** Texts that differ from the proposal; line endings are ignored, because the file decides them, not the editor. */
function changedTexts(files: readonly ProposedFile[], texts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { path, text } of files) {
    const now = texts.get(path);
    if (now !== undefined && unixLines(now) !== unixLines(text)) changed.set(path, now);
  }
  return changed;
}
