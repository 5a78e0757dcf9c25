/** Tells whether a project may hold anything that can act or speak; only then is the code loaded that finds and reads it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside, upwards } from '../../base/files/paths.ts';
import { noteIn } from '../../host/files/project-notes.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import type { Project } from './find-items.ts';

/** All items of the project; loads nothing for a project without any. */
export async function itemsOf(project: Project): Promise<TrustItem[]> {
  return mayHaveItems(project) ? (await import('./find-items.ts')).findItems(project) : [];
}

/** Checks a few names only, so that the start costs nothing for a project without items. */
function mayHaveItems({ cwd, root, home }: Project): boolean {
  const folders = upwards(cwd, root);
  const places = [
    ...['.coder', '.claude', '.agents', '.opencode', '.gemini', '.qwen', '.codex', '.mcp.json', '.lsp.json'].map(
      (name) => join(cwd, name),
    ),
    join(cwd, 'node_modules/typescript/package.json'),
  ];
  return (
    places.some((place) => !isInside(home, place) && existsSync(place)) ||
    folders.some((folder) => noteIn(folder) !== undefined || existsSync(join(folder, '.claude', 'rules')))
  );
}
