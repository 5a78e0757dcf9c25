/** A look at the real disk, for tests that run what they judge. */

import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskView } from '../../src/protocol/policy.ts';

export const realDisk: DiskView = {
  kind(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return 'missing';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch {
      // The path does not exist, but a folder above it may still be a link.
      return path === '/' ? path : join(realDisk.real(dirname(path)), path.slice(path.lastIndexOf('/') + 1));
    }
  },
};
