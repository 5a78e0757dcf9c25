/** A path as the prompt shows it: short for one's own home, and by its end where there is little room. Pure. */

import { textWidth } from '../../../base/text/text-width.ts';

/** `~` for the home folder. */
export function withTilde(path: string, home: string | undefined): string {
  if (home === undefined || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The end of it that fits, from a slash on if one is near: `…/shop/src`. */
export function endOfPath(path: string, columns: number): string {
  let start = 0;
  while (textWidth(path.slice(start)) > columns - 1) start += 1;
  const slash = path.indexOf('/', start);
  const isWhole = slash > 0 && slash < path.length - 1;
  return `…${path.slice(isWhole ? slash : start)}`;
}
