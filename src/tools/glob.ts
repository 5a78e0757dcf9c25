/** `glob`: files by name. */

import { isAbsolute, join } from 'node:path';
import { type Infer, object, optional, string } from '../base/schema.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Search } from '../host/search/search.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { missingFile } from './files/missing-file.ts';
import { refusalOf } from './files/open-text.ts';

const input = object({ pattern: string('such as src/**/*.ts'), path: optional(string()) });
type Args = Infer<typeof input>;

const MAX_MATCHES = 200;

export function globTool({ workspace, search }: { workspace: Workspace; search: Search }): Tool<Args> {
  return defineTool<Args>({
    name: 'glob',
    description: 'Find files by name, newest first; .gitignore is respected.',
    input,
    effect: 'read',
    permission: 'read',
    paths: ({ path = '.' }) => [{ path, access: 'read' }],
    async execute({ pattern, path = '.' }, { signal }) {
      if (isAbsolute(pattern)) return failed('An absolute pattern is refused. Put the folder into path.');
      if (pattern.split('/').includes('..')) return failed('A pattern cannot lead up (..). Put the folder into path.');
      try {
        const folder = await workspace.resolve(path);
        if (!folder.inside) return failed(`path outside workspace: ${path}`);
        if (folder.kind === 'missing') return await missingFile(workspace, path);
        if (folder.kind !== 'directory') return failed(`${folder.display} is a file: path has to be a folder.`);
        const found = await search.files({ root: folder.absolute, pattern, limit: MAX_MATCHES, signal });
        if (signal.aborted) return { status: 'cancelled', error: 'Cancelled.' };
        const matches = found.files.map((file) => (folder.display === '.' ? file : join(folder.display, file)));
        return ok({ matches, truncated: found.truncated });
      } catch (error) {
        if (signal.aborted) return { status: 'cancelled', error: 'Cancelled.' };
        return refusalOf(error);
      }
    },
    view({ pattern, path }, outcome) {
      const title = path === undefined ? pattern : `${pattern} in ${path}`;
      if (!outcome) return { title };
      if (outcome.status !== 'ok') return { title, body: [{ type: 'text', text: outcome.error }] };
      const { matches, truncated } = outcome.result;
      const count = Array.isArray(matches) ? matches.length : 0;
      return { title: `${title}: ${count}${truncated === true ? '+' : ''} ${count === 1 ? 'file' : 'files'}` };
    },
  });
}
