/** What the model is told about the editor: once, and again when it changes or was forgotten. */

import { isAbsolute, join } from 'node:path';
import { countLines } from '../../base/text/count-lines.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import type { IdeNews } from '../../protocol/ide.ts';
import { formatMention } from '../../protocol/mentions.ts';
import type { Session } from '../../protocol/session.ts';
import type { PointedAt } from './companion.ts';
import { contextText, type Shown } from './context.ts';
import type { OpenEditor } from './open-editor.ts';
import { nameOf, shownState } from './shown-state.ts';

type Log = Pick<Session, 'id' | 'entries'>;

export interface NewsOptions {
  cwd: string;
  resolve: Workspace['resolve'];
}

/** What the model was told, and in which session; void after a compaction. */
interface Told {
  session: string;
  entries: number;
  shown: Shown;
}

/** Returns a function that finds the news since the model was last told; `undefined` if there are none. */
export function createEditorNews(options: NewsOptions): (editor: OpenEditor, log: Log) => Promise<IdeNews | undefined> {
  const { resolve } = options;
  let told: Told | undefined;

  /** What the model still knows about the editor. */
  function knownIn({ id, entries }: Log): Shown | undefined {
    if (!told || told.session !== id || entries.length < told.entries) return undefined;
    const isCompacted = entries.slice(told.entries).some(({ type }) => type === 'compaction');
    if (!isCompacted) told = { ...told, entries: entries.length };
    return isCompacted ? undefined : told.shown;
  }

  return async (editor, log) => {
    const shown = await shownState(editor.state() ?? { files: [] }, resolve);
    const text = contextText(shown, knownIn(log));
    const pointed = editor.mentions.slice();
    const names = await Promise.all(pointed.map((each) => mentionOf(each, editor.found.folders[0], options)));
    const mentions = names.flatMap((mention) => mention ?? []);
    if (text === undefined && mentions.length === 0) return undefined;
    return {
      text: text ?? '',
      ...placeOf(shown),
      selectedLines: shown.selection ? countLines(shown.selection.text) : 0,
      openFiles: shown.files.length,
      mentions,
      told() {
        told = { session: log.id, entries: log.entries.length, shown };
        editor.mentions.splice(0, pointed.length);
      },
    };
  };
}

/** Plug-ins name the path relative to the folder that the editor has open. */
async function mentionOf(
  { path: said, from, to }: PointedAt,
  folder: string | undefined,
  { cwd, resolve }: NewsOptions,
): Promise<string | undefined> {
  const path = isAbsolute(said) ? said : join(folder ?? cwd, said);
  const name = await nameOf(path, resolve);
  if (name === undefined) return undefined;
  const { inside, kind } = await resolve(path);
  if (!inside || kind === 'missing') return undefined;
  const lines = from === undefined ? '' : `:${from}${to === undefined || to <= from ? '' : `-${to}`}`;
  return `${formatMention(name)}${lines}`;
}

function placeOf({ active, cursor, selection }: Shown): Pick<IdeNews, 'place'> {
  if (active === undefined) return {};
  const line = selection?.from ?? cursor?.line;
  return { place: line === undefined ? active : `${active}:${line}` };
}
