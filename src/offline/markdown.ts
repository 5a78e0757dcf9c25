/** The Markdown of answers. */

/** Lines shown of a file or an output before the rest is left out. */
const SHOWN_LINES = 120;

/** A name as code; a name that has a backtick itself keeps it. */
export function code(text: string): string {
  const flat = text.replaceAll('\n', '⏎');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** A code block whose fence cannot be closed by what is in it. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** A quotation: every line of it. */
export function quote(text: string): string {
  return text.trim().replaceAll(/^/gm, '> ');
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** The first lines, or the first and the last, with a mark where some are left out. */
export function clipLines(
  text: string,
  keep: 'start' | 'ends' = 'start',
  limit = SHOWN_LINES,
): { text: string; left: number } {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length <= limit) return { text: lines.join('\n'), left: 0 };
  const left = lines.length - limit;
  if (keep === 'start') return { text: lines.slice(0, limit).join('\n'), left };
  const head = Math.floor(limit / 4);
  return { text: [...lines.slice(0, head), `… (${left})`, ...lines.slice(head - limit)].join('\n'), left };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'ts',
  tsx: 'tsx',
  mts: 'ts',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'jsx',
  py: 'python',
  go: 'go',
  rs: 'rust',
  rb: 'ruby',
  java: 'java',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  cs: 'csharp',
  sh: 'bash',
  bash: 'bash',
  json: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  toml: 'toml',
  md: 'markdown',
  html: 'html',
  css: 'css',
  sql: 'sql',
  xml: 'xml',
};

/** What a code block of this file is marked with. */
export function languageTag(path: string): string {
  return LANGUAGES[extensionOf(path)] ?? '';
}

export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** `1 file`, `3 files` */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
