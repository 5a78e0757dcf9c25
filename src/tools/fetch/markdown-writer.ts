/** Writes Markdown from pieces of a page: collapses spaces and starts lines with the marks of the containers around them. */

export interface MarkdownWriter {
  /** `exact`: white space is kept as it is. */
  text(text: string, exact: boolean): void;
  raw(text: string): void;
  /** Ensures at least this many line ends before the next text. */
  lines(count: 1 | 2): void;
  /** Starts a quote, whose lines begin with `> `. */
  openQuote(): void;
  closeQuote(): void;
  openList(ordered: boolean): void;
  closeList(): void;
  item(): void;
  closeItem(): void;
  readonly isInList: boolean;
  /** Writes an opening mark and returns its position. */
  mark(text: string): number;
  /** Writes the closing mark; removes the opening one instead if nothing followed it or if `text` is absent. */
  closeMark(at: number, text: string | undefined): void;
  /** In a table cell, line ends become spaces. */
  oneLine(on: boolean): void;
  end(): string;
}

type Container = { type: 'quote' } | { type: 'list'; ordered: boolean; count: number; inItem: boolean };

/** Deeper containers are written as if they were at this depth. */
const DEEPEST = 16;
/** Containers nested even deeper are not tracked at all. */
const MAX_CONTAINERS = 64;

export function createMarkdownWriter(): MarkdownWriter {
  const parts: string[] = [];
  const containers: Container[] = [];
  let wanted = 0;
  let atStart = true;
  let needsSpace = false;
  let flat = false;

  function prefix(): string {
    const marks = containers.slice(0, DEEPEST).map((container) => {
      if (container.type === 'quote') return '> ';
      return container.inItem ? '  ' : '';
    });
    return marks.join('');
  }
  function begin(): void {
    const standing = parts.at(-1)?.endsWith('\n') ? 1 : 0;
    if (wanted > standing && parts.length > 0) parts.push('\n'.repeat(wanted - standing));
    if (wanted > 0 || parts.length === 0) parts.push(prefix());
    wanted = 0;
  }
  function currentList(): Extract<Container, { type: 'list' }> | undefined {
    const last = containers.at(-1);
    return last?.type === 'list' ? last : undefined;
  }
  function enter(container: Container): void {
    if (containers.length < MAX_CONTAINERS) containers.push(container);
  }
  /** Also closes containers inside it that the page left open. */
  function leave(type: Container['type']): void {
    const at = containers.findLastIndex((container) => container.type === type);
    if (at >= 0) containers.length = at;
  }
  const writer: MarkdownWriter = {
    text(text, exact) {
      if (exact) {
        begin();
        const start = prefix();
        parts.push(start ? text.replaceAll('\n', `\n${start}`) : text);
        atStart = false;
        return;
      }
      const clean = text.replace(/\s+/g, ' ');
      const words = clean.trim();
      if (words === '') {
        needsSpace ||= clean !== '' && !atStart;
        return;
      }
      const isSpaced = (needsSpace || clean.startsWith(' ')) && !atStart && wanted === 0;
      begin();
      parts.push(isSpaced ? ` ${words}` : words);
      needsSpace = clean.endsWith(' ');
      atStart = false;
    },
    raw(text) {
      const isSpaced = needsSpace && !atStart && wanted === 0 && !text.startsWith(' ');
      begin();
      parts.push(isSpaced ? ` ${text}` : text);
      needsSpace = false;
      atStart = true;
    },
    lines(count) {
      if (flat) {
        needsSpace ||= !atStart;
        return;
      }
      wanted = Math.max(wanted, count);
      needsSpace = false;
      atStart = true;
    },
    openQuote() {
      writer.lines(2);
      enter({ type: 'quote' });
    },
    closeQuote() {
      leave('quote');
      writer.lines(2);
    },
    openList(ordered) {
      writer.lines(writer.isInList ? 1 : 2);
      enter({ type: 'list', ordered, count: 0, inItem: false });
    },
    closeList() {
      leave('list');
      writer.lines(writer.isInList ? 1 : 2);
    },
    item() {
      const list = currentList();
      if (list) {
        list.inItem = false;
        list.count += 1;
      }
      writer.lines(1);
      writer.raw(list?.ordered ? `${list.count}. ` : '- ');
      if (list) list.inItem = true;
    },
    closeItem() {
      const list = currentList();
      if (list) list.inItem = false;
      writer.lines(1);
    },
    get isInList() {
      return containers.some(({ type }) => type === 'list');
    },
    mark(text) {
      writer.raw(text);
      return parts.length - 1;
    },
    closeMark(at, text) {
      const isEmpty = at === parts.length - 1;
      if (isEmpty || text === undefined) parts[at] = parts[at]?.startsWith(' ') ? ' ' : '';
      else parts.push(text);
      atStart = isEmpty && atStart;
    },
    oneLine(on) {
      flat = on;
    },
    end: () => tidy(parts.join('')),
  };
  return writer;
}

/** Works line by line, because a pattern over the whole text would take quadratic time on long runs of spaces. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return kept.join('\n').trim();
}
