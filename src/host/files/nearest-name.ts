/** A name that leads nowhere, and the one that is there and most like it. */

import { readdirSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';

const MAX_NAMES = 2000;

export function nearestName(folder: string, name: string): string | undefined {
  const names = namesIn(folder);
  return nearest(name, names) ?? names.find((other) => stem(other) === stem(name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_NAMES);
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'ENOENT') return []; // then there is nothing to suggest
    throw error;
  }
}

/** `util` of `util.ts`: the same name with another ending is the likeliest slip. */
function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
