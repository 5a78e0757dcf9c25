/** Cuts a text that is too long, never in the middle of a surrogate pair. */

import { isHighSurrogate } from './surrogates.ts';

/** Keeps the first characters and states how many were cut. */
export function truncate(text: string, maxLength: number): string {
  const start = startOf(text, maxLength);
  return start === text ? text : `${start}… [${text.length - start.length} more characters]`;
}

/** Keeps the first characters and marks the cut with `…`. */
export function cutShort(text: string, maxLength: number): string {
  const start = startOf(text, maxLength);
  return start === text ? text : `${start}…`;
}

/** Keeps the first characters, without a mark. */
export function startOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength);
}
