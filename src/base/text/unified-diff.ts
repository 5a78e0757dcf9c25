/** Compares two texts as a unified diff in git's format, in bounded time whatever the texts. */

export interface UnifiedDiff {
  /** Empty if nothing differs. */
  diff: string;
  additions: number;
  deletions: number;
}

/** A run of lines that is in both texts, or in only one of them. */
interface Stretch {
  kind: ' ' | '-' | '+';
  lines: readonly string[];
}

interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

const CONTEXT = 3;
const MAX_EDIT_LENGTH = 4000;
const TIMEOUT_MS = 250;

/** `null` for a text that does not exist: the file was created or deleted. */
export async function unifiedDiff(
  path: string | { from: string; to: string },
  before: string | null,
  after: string | null,
): Promise<UnifiedDiff> {
  const stretches = await compare(splitLines(before ?? ''), splitLines(after ?? ''));
  const count = (kind: Stretch['kind']) =>
    stretches.reduce((sum, stretch) => (stretch.kind === kind ? sum + stretch.lines.length : sum), 0);
  const additions = count('+');
  const deletions = count('-');
  if (additions === 0 && deletions === 0) return { diff: '', additions, deletions };
  const { from, to } = typeof path === 'string' ? { from: path, to: path } : path;
  const head = [
    `--- ${before === null ? '/dev/null' : shownName(`a/${from}`)}`,
    `+++ ${after === null ? '/dev/null' : shownName(`b/${to}`)}`,
  ];
  return { diff: `${[...head, ...hunksOf(stretches).flatMap(printHunk)].join('\n')}\n`, additions, deletions };
}

async function compare(before: readonly string[], after: readonly string[]): Promise<Stretch[]> {
  const limit = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < limit && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++;
  const removed = before.slice(prefix, before.length - suffix);
  const added = after.slice(prefix, after.length - suffix);
  const stretches: Stretch[] = [
    { kind: ' ', lines: before.slice(0, prefix) },
    ...(await compareMiddle(removed, added)),
    { kind: ' ', lines: before.slice(before.length - suffix) },
  ];
  return stretches.filter(({ lines }) => lines.length > 0);
}

async function compareMiddle(removed: readonly string[], added: readonly string[]): Promise<Stretch[]> {
  const whole: Stretch[] = [
    { kind: '-', lines: removed },
    { kind: '+', lines: added },
  ];
  if (removed.length === 0 || added.length === 0) return whole;
  const { diffArrays } = await import('diff');
  const options = { maxEditLength: MAX_EDIT_LENGTH, timeout: TIMEOUT_MS };
  const changes = diffArrays([...removed], [...added], options);
  return (
    changes?.map(({ value, added: isNew, removed: isOld }) => ({
      kind: isNew ? '+' : isOld ? '-' : ' ',
      lines: value,
    })) ?? whole
  );
}

function hunksOf(stretches: readonly Stretch[]): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let oldLine = 1;
  let newLine = 1;
  for (const [index, { kind, lines }] of stretches.entries()) {
    if (kind === ' ') {
      const isLast = index === stretches.length - 1;
      const keep = lines.length <= CONTEXT * 2 && open && !isLast ? lines.length : CONTEXT;
      open?.lines.push(...lines.slice(0, keep).map((line) => ` ${line}`));
      const isSplit = !open || lines.length > CONTEXT * 2;
      oldLine += lines.length;
      newLine += lines.length;
      if (isLast || !isSplit) continue;
      const lead = lines.slice(-CONTEXT);
      open = {
        oldStart: oldLine - lead.length,
        newStart: newLine - lead.length,
        lines: lead.map((line) => ` ${line}`),
      };
      hunks.push(open);
      continue;
    }
    if (!open) hunks.push((open = { oldStart: oldLine, newStart: newLine, lines: [] }));
    for (const line of lines) open.lines.push(kind + line);
    if (kind === '-') oldLine += lines.length;
    else newLine += lines.length;
  }
  return hunks;
}

function printHunk({ oldStart, newStart, lines }: Hunk): string[] {
  const oldCount = lines.filter((line) => !line.startsWith('+')).length;
  const newCount = lines.filter((line) => !line.startsWith('-')).length;
  const header = `@@ -${rangeText(oldStart, oldCount)} +${rangeText(newStart, newCount)} @@`;
  return [header, ...lines.flatMap(printLine)];
}

/** Lines keep their `\n` up to here, so that a line without one differs from a line with one. */
function printLine(line: string): string[] {
  return line.endsWith('\n') ? [line.slice(0, -1)] : [line, '\\ No newline at end of file'];
}

function rangeText(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}

function splitLines(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  return lines.length === 1 && lines[0] === '' ? [] : lines;
}

/** Quotes a name with control characters or quotes, as git does. */
function shownName(name: string): string {
  if (!/["\\\0-\x1f\x7f]/.test(name)) return name;
  const escaped = name.replace(/["\\]/g, '\\$&').replace(/[\0-\x1f\x7f]/g, (character) => {
    const short = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[character];
    return short ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}
