/** A file name on its own line; if it contains a line break or another control character, as the JSON string to write in a call. */

export function nameText(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}
