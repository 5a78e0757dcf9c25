/** A path as the prompt shows it if there is little room: only its end. Pure. */

import { textWidth } from '../../../base/text/text-width.ts';

/** The end of the path that fits, from a slash on if one is near: `…/shop/src`. */
export function endOfPath(path: string, columns: number): string {
  let start = 0;
  while (textWidth(path.slice(start)) > columns - 1) start += 1;
  const slash = path.indexOf('/', start);
  const isWhole = slash > 0 && slash < path.length - 1;
  return `…${path.slice(isWhole ? slash : start)}`;
}
