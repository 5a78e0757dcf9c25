/** One editor that answers: its connection, what it last reported, and where the person pointed. Of several, the one viewed last. */

import { named, namedIn, unnamed } from '../../base/named-text.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Companion, CompanionEvents, EditorState, PointedAt } from './companion.ts';
import type { FoundEditor } from './discover.ts';

export interface OpenEditor {
  found: FoundEditor;
  companion: Companion;
  state(): EditorState | undefined;
  /** Resolves when the editor has reported what is open. */
  heard: Promise<void>;
  /** Places the person pointed at that the model has not been told about; the caller that passes them on removes them. */
  mentions: PointedAt[];
}

/** How long an editor may take to introduce itself. */
const HELLO_MS = 3_000;
/** How long several windows may take to report which one was viewed last. */
const FOCUS_MS = 300;
const MOST_WINDOWS = 4;
const MOST_MENTIONS = 20;
const LONGEST_WHY = 200;

/** `onEnd` is called when the connection ends. */
export async function openEditor(
  found: FoundEditor,
  onEnd: () => void,
  signal: AbortSignal,
): Promise<OpenEditor | { why: Fault }> {
  let reported: EditorState | undefined;
  const mentions: PointedAt[] = [];
  const heard = Promise.withResolvers<void>();
  const events: CompanionEvents = {
    state(next) {
      reported = next;
      heard.resolve();
    },
    pointedAt(place) {
      if (mentions.length < MOST_MENTIONS) mentions.push(place);
    },
    end: onEnd,
  };
  const soon = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]);
  try {
    const companion = await connectTo(found, events, soon);
    return { found, companion, state: () => reported, heard: heard.promise, mentions };
  } catch (error) {
    const { text, says } = namedIn(error);
    const said = cleanLine(text).slice(0, LONGEST_WHY); // may contain the other side's text
    if (says.length > 0) return { why: { text: said, says } };
    return { why: soon.aborted && !signal.aborted ? named('editorLate', said) : unnamed(said) };
  }
}

async function connectTo(found: FoundEditor, ...rest: [CompanionEvents, AbortSignal]): Promise<Companion> {
  if (found.protocol === 'http') return (await import('./http-companion.ts')).connectHttp(found, ...rest);
  return (await import('./socket-companion.ts')).connectSocket(found, ...rest);
}

/** The editor around this terminal, otherwise all that have the folder open. */
export function choicesOf(found: readonly FoundEditor[]): readonly FoundEditor[] {
  const [first] = found;
  if (!first) return [];
  return first.isAround ? [first] : found.slice(0, MOST_WINDOWS);
}

/** Of several windows, the one with the latest focus; if they do not report it, the newest. */
export async function lastLookedAt(there: readonly OpenEditor[]): Promise<OpenEditor | undefined> {
  if (there.length < 2) return there[0];
  const late = new Promise<void>((resolve) => setTimeout(resolve, FOCUS_MS));
  await Promise.race([Promise.all(there.map(({ heard }) => heard)), late]);
  const focus = ({ state }: OpenEditor) => state()?.focusedAt ?? 0;
  return there.toSorted((a, b) => focus(b) - focus(a) || b.found.writtenAt - a.found.writtenAt)[0];
}
