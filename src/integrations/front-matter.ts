/** Reads the front matter of a Markdown file: texts, lists and flat tables, as people write them; no more of YAML than that. */

export interface FrontMatter {
  /** `undefined` if the file has none. */
  front: string | undefined;
  body: string;
}

type FrontValue = string | readonly string[] | Readonly<Record<string, string>>;

export interface FrontFields {
  fields: ReadonlyMap<string, FrontValue>;
  /** Number of the first line that is not a "key: value" pair. */
  badLine?: number;
}

export function splitFrontMatter(text: string): FrontMatter {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  return match ? { front: match[1] ?? '', body: match[2] ?? '' } : { front: undefined, body: text };
}

const KEY = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*))?$/;

export function readFront(front: string): FrontFields {
  const fields = new Map<string, FrontValue>();
  let badLine: number | undefined;
  const lines = front.split(/\r?\n/);
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? '';
    index++;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, key, first = ''] = KEY.exec(line) ?? [];
    if (key === undefined) {
      badLine ??= index + 1;
      continue;
    }
    const below: string[] = [];
    while (index < lines.length && isBelow(lines[index] ?? '', first.trim() === '')) below.push(lines[index++] ?? '');
    fields.set(key, valueOf(first.trim(), below));
  }
  return { fields, ...(badLine !== undefined && { badLine }) };
}

/** True for lines that belong to the key before: indented, blank, or an item of its list. */
function isBelow(line: string, mayBeList: boolean): boolean {
  return line.trim() === '' || /^\s/.test(line) || (mayBeList && /^-(?:\s|$)/.test(line));
}

function valueOf(first: string, below: readonly string[]): FrontValue {
  const texts = below.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (/^[|>][+-]?\d?$/.test(first)) return first.startsWith('|') ? literal(below) : texts.join(' ');
  if (first.startsWith('[')) return listOf([first, ...texts].join(' '));
  if (first !== '') return plain([first, ...texts].join(' '));
  if (texts.length === 0) return '';
  if (texts.every((text) => text === '-' || text.startsWith('- '))) return texts.map((text) => plain(text.slice(1)));
  if (texts.some((text) => text.indexOf(':') < 1)) return texts.join(' ');
  return Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(':');
      return [plain(text.slice(0, colon)), plain(text.slice(colon + 1))];
    }),
  );
}

function literal(below: readonly string[]): string {
  const indent = Math.min(
    ...below.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return below
    .map((line) => line.slice(Number.isFinite(indent) ? indent : 0).trimEnd())
    .join('\n')
    .trim();
}

function listOf(text: string): string[] {
  const inner = text.replace(/^\[/, '').replace(/\]\s*$/, '');
  return inner
    .split(',')
    .map(plain)
    .filter((item) => item !== '');
}

function plain(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed);
  if (!quoted) return trimmed;
  const inner = quoted[2] ?? '';
  return quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replaceAll('\\"', '"').replaceAll('\\n', '\n');
}

/** A text on one line; `undefined` if absent or empty. */
export function frontText({ fields }: FrontFields, key: string): string | undefined {
  const value = fields.get(key);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return Array.isArray(value) ? value.join(', ') : undefined;
}

/** Items of a list, or of a text separated by commas or spaces. */
export function frontList({ fields }: FrontFields, key: string): readonly string[] | undefined {
  const value = fields.get(key);
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return itemsOf(value);
  return Array.isArray(value) ? value : undefined;
}

/** Splits `Bash(git add:*), Read`, keeping text in brackets together. */
function itemsOf(text: string): string[] {
  return (text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []).map((item) => item.trim());
}
