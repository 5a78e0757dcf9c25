/** How many lines a text has: a line break at its very end does not start another one. */

export function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}
