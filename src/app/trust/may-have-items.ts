/** Whether a project may hold anything that can act or speak: what finds and reads all of it is loaded only then. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside, upwards } from '../../base/files/paths.ts';
import { noteIn } from '../../host/files/project-notes.ts';
import type { TrustItem } from '../../protocol/trust.ts';
import type { Project } from './find-items.ts';

/** All of it; nothing is loaded for a project that has none. */
export async function itemsOf(project: Project): Promise<TrustItem[]> {
  return mayHaveItems(project) ? (await import('./find-items.ts')).findItems(project) : [];
}

/** Whether there may be something to find: a few looks at names, for a start that costs nothing where nothing is. */
function mayHaveItems({ cwd, root, home }: Project): boolean {
  const folders = upwards(cwd).filter((folder) => isInside(root, folder));
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
