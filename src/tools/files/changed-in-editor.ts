/** The text that is finally written, which the person may have changed in their editor before approving. */

import { unixLines, withLineEndsOf } from '../../base/text/unix-lines.ts';
import type { PreviewContext, ProposedFile, ToolContext } from '../../protocol/tool.ts';
import { describeChange, inResult } from './file-change.ts';

/** Proposes only well-formed text: an editor cannot show the rest. */
export function proposeTexts(files: readonly ProposedFile[], { proposes }: Pick<PreviewContext, 'proposes'>): void {
  if (files.every(({ text }) => text.isWellFormed())) proposes?.(files);
}

export interface Changed {
  text: string;
  /** For the result: how the text differs from the proposal. */
  told: { changed_by_user: string };
}

/** `undefined` if the text is written as proposed. */
export async function changedInEditor(
  { absolute, display, text: proposed }: { absolute: string; display: string; text: string },
  { instead }: Pick<ToolContext, 'instead'>,
): Promise<Changed | undefined> {
  const given = instead?.get(absolute);
  if (given === undefined) return undefined;
  const text = proposed.includes('\r') ? withLineEndsOf(proposed, given) : unixLines(given);
  const { diff } = inResult(await describeChange(display, proposed, text));
  return { text, told: { changed_by_user: diff } };
}
