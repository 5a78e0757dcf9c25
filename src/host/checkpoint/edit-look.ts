/** What an edit changes: its files, and the folders that are created for them, looked at before and after. */

import { basename, dirname, join } from 'node:path';
import type { Touch } from '../../protocol/undo.ts';
import { walkPath } from '../files/walk-path.ts';
import { type FoundState, isSameState } from './file-state.ts';
import type { FileChange } from './turn-file.ts';

export interface EditChanges {
  changes: FileChange[];
  /** The contents that the changes replaced. */
  bytes: Buffer[];
}

type Roots = readonly [string, ...string[]];

/** Looks now; the function it returns looks again and compares. */
export function lookAtEdit({ paths }: Touch, roots: Roots, look: (path: string) => FoundState): () => EditChanges {
  const before = new Map<string, FoundState>();
  for (const path of paths.flatMap((each) => entriesOf(each, roots))) {
    for (const place of [...missingAbove(path, roots, look), path]) before.set(place, look(place));
  }
  return () => {
    const changes: FileChange[] = [];
    const bytes: Buffer[] = [];
    for (const [path, found] of before) {
      const after = look(path).state;
      if (isSameState(found.state, after)) continue;
      changes.push({ path, before: found.state, after });
      if (found.bytes) bytes.push(found.bytes);
    }
    return { changes, bytes };
  };
}

function missingAbove(path: string, roots: Roots, look: (path: string) => FoundState): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !roots.includes(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    if (look(folder).state.kind !== 'missing') break;
    missing.unshift(folder);
  }
  return missing;
}

/** The target of the path, and the entry of that name itself if it is a link. */
function entriesOf({ path, shown }: Touch['paths'][number], roots: Roots): string[] {
  const entry = join(walkPath(roots[0], dirname(shown)).absolute, basename(shown));
  return entry === path ? [path] : [entry, path];
}
