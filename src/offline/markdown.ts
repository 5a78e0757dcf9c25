/** Builds the Markdown of answers. */

/** A name as inline code, also if it contains a backtick. */
export function code(text: string): string {
  const flat = text.replaceAll('\n', '⏎');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** A code block whose fence cannot be closed by its content. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** A list; `more` words how many items were left out. */
export function bullets(items: readonly string[], limit = items.length, more = (left: number) => `… ${left}`): string {
  const rows = items.slice(0, limit).map((item) => `- ${item}`);
  if (items.length > limit) rows.push('', more(items.length - limit));
  return rows.join('\n');
}

/** The extension of a file name, which also names its language in a code block. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

export function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
