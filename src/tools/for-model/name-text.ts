/** The name of a file on a line of its own: one with a line break or another control character in it as a JSON string, as it has to be written in a call. */

export function nameText(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}
