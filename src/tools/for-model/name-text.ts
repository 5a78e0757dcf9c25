/** File names for the model: each on its own line, exactly as it has to be written in a call. */

/** If the name contains a line break or another control character, the JSON string to write in a call. */
export function nameText(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}

/** Names that are not UTF-8, in which U+FFFD stands for bytes that no call can contain. */
export function lossyNote(names: readonly unknown[]): string {
  const shown = names.slice(0, 20).map((name) => nameText(String(name)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `names that are not UTF-8, which only a pattern in a shell reaches: ${shown.join(', ')}${more}`;
}
