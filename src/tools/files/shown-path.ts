/** A saved file as the model is told of it: from the workspace where it lies in it. */

import { isAbsolute, relative, sep } from 'node:path';

export function shownPath(root: string, path: string): string {
  const inside = relative(root, path);
  return isAbsolute(inside) || inside.startsWith('..') ? path : inside.replaceAll(sep, '/');
}
