/** An approval that the editor beside the terminal can give too: the first answer counts, the other side closes. */

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
  /** By path: what the person made of it there, where that is not what was proposed. */
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
  if (answer.kind !== 'approval' || answer.choice === 'no') return { answer }; // the editor closes meanwhile
  const said = await shown; // what the person had typed there counts, wherever they said yes
  if (!said || said.choice === 'no') return { answer };
  const instead = changedTexts(files, said.texts);
  if (instead.size === 0) return { answer };
  const names = [...instead.keys()].map((path) => shownPath(settings.cwd, path));
  emit({ type: 'notice', level: 'info', view: { title: words.ide.changed(names) } }); // what was asked about is not what is written
  return { answer, instead };
}

/** Names files whose newest state is only in the editor: what is written would meet that there. */
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

/** How lines end is the file's business, not the editor's. */
function changedTexts(files: readonly ProposedFile[], texts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { path, text } of files) {
    const now = texts.get(path);
    if (now !== undefined && unixLines(now) !== unixLines(text)) changed.set(path, now);
  }
  return changed;
}
