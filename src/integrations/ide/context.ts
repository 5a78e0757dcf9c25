/** Describes the editor to the model: everything at first, then only what changed. Pure. */

/** What may be shown of the editor: paths as the model knows them, nothing secret, nothing too long. */
export interface Shown {
  active?: string | undefined;
  cursor?: { line: number; column: number } | undefined;
  selection?: { text: string; from?: number; to?: number } | undefined;
  /** Open files, the most recently viewed first. */
  files: readonly string[];
}

/** `before`: what the model was told last. Returns `undefined` if there is nothing new. */
export function contextText(now: Shown, before: Shown | undefined): string | undefined {
  const lines = [...activeLines(now, before), ...fileLines(now, before), ...selectionLines(now, before)];
  if (lines.length === 0) return undefined;
  return `\n\n<editor>\n${lines.join('\n')}\n</editor>`;
}

export function selectionText({ active, selection }: Shown): string | undefined {
  if (!selection || active === undefined) return undefined;
  return `\n\n<editor>\n${selected(active, selection)}\n</editor>`;
}

function activeLines({ active, cursor }: Shown, before: Shown | undefined): string[] {
  if (active === undefined) return before?.active === undefined ? [] : ['no file is active'];
  const isSame =
    before?.active === active && before.cursor?.line === cursor?.line && before.cursor?.column === cursor?.column;
  if (isSame) return [];
  return [`active file: ${active}${cursor ? `, cursor at line ${cursor.line}, column ${cursor.column}` : ''}`];
}

function fileLines({ files, active }: Shown, before: Shown | undefined): string[] {
  if (!before) {
    const others = files.filter((file) => file !== active);
    return others.length > 0 ? [`also open: ${others.join(', ')}`] : [];
  }
  const opened = files.filter((file) => file !== active && !before.files.includes(file));
  const closed = before.files.filter((file) => !files.includes(file));
  return [
    ...(opened.length > 0 ? [`opened: ${opened.join(', ')}`] : []),
    ...(closed.length > 0 ? [`closed: ${closed.join(', ')}`] : []),
  ];
}

function selectionLines({ active, selection }: Shown, before: Shown | undefined): string[] {
  const was = before?.selection;
  if (!selection || active === undefined) return was ? ['nothing is selected any more'] : [];
  const isSame = was?.text === selection.text && was.from === selection.from && before?.active === active;
  return isSame ? [] : [selected(active, selection)];
}

function selected(active: string, { text, from, to }: NonNullable<Shown['selection']>): string {
  const where = from === undefined ? active : `${active}:${from}${to === undefined || to === from ? '' : `-${to}`}`;
  return `selected in ${where}:\n${text}`;
}
