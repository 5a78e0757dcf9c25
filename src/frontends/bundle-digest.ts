/** Computes one hash over the running program, to compare with the hash published for its release. */

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Hashes the lines that `sha256sum cli.js index.js chunks/*.js` prints in the bundle's folder, sorted by name. */
export function bundleDigest(entry: string): string {
  const folder = dirname(entry);
  const chunks = readdirSync(join(folder, 'chunks')).map((name) => `chunks/${name}`);
  const lines = ['cli.js', 'index.js', ...chunks]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`);
  return hash('sha256', lines.join(''));
}
