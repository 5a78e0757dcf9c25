/** Line ends as everything inside coder has them. */

export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
