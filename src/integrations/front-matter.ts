/** The front matter of a Markdown file: one-line values, quoted or not, and folded blocks; no more of YAML than that. */

export interface FrontMatter {
  /** `undefined` if the file has none. */
  front: string | undefined;
  body: string;
}

export function splitFrontMatter(text: string): FrontMatter {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  return match ? { front: match[1] ?? '', body: match[2] ?? '' } : { front: undefined, body: text };
}

export function frontField(front: string, key: string): string | undefined {
  const lines = front.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) return undefined;
  const first = (lines[start] ?? '').slice(key.length + 1).trim();
  if (!/^[|>][+-]?$/.test(first)) return first.replace(/^(["'])(.*)\1$/, '$2') || undefined;
  const block: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() !== '' && !/^\s/.test(line)) break;
    block.push(line.trim());
  }
  return block.join(' ').trim() || undefined;
}
