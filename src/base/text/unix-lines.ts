/** Line ends: as everything inside coder has them, and as a file that is changed has them. */

export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The text with CRLF if all line ends of `file` are CRLF, unless it has line ends of its own kind. */
export function withLineEndsOf(file: string, text: string): string {
  const isCrlf = file.includes('\r\n') && !/(?<!\r)\n/.test(file);
  return isCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;
}
