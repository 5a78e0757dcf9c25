/** Cuts a text that is too long, never in the middle of a surrogate pair. */

/** Also states how much was cut. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = endWithin(text, maxLength);
  return `${text.slice(0, end)}… [${text.length - end} more characters]`;
}

/** Keeps the first characters and marks the cut with `…`. */
export function cutShort(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, endWithin(text, maxLength))}…`;
}

function endWithin(text: string, maxLength: number): number {
  const last = text.charCodeAt(maxLength - 1);
  return last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
}
