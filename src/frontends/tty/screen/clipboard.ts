/** Copies to the clipboard through the terminal, which also works over a connection to another machine. */

/** Terminals refuse more than this. */
const MOST_BYTES = 74_000;

/** Returns false if the text is too long. Whether the terminal accepts it cannot be known. */
export function copyByTerminal(text: string, write: (text: string) => void): boolean {
  const encoded = Buffer.from(text).toString('base64');
  if (encoded.length > MOST_BYTES) return false;
  write(`\x1b]52;c;${encoded}\x07`);
  return true;
}
