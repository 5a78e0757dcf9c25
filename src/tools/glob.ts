/** `glob`: finds files by name. */

import { isAbsolute, join } from 'node:path';
import { type Infer, object, optional, string } from '../base/schema.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Search } from '../host/search/search.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { globText } from './for-model/list-text.ts';

const input = object({ pattern: string('such as src/**/*.ts'), path: optional(string()) });
type Args = Infer<typeof input>;

const MAX_MATCHES = 200;
const BRACKETS =
  'There is no such name: [ab] stands for one character, {a,b} for alternatives. List the folder to see the names.';

export function globTool({ workspace, search }: { workspace: Workspace; search: Search }): Tool<Args> {
  return defineTool<Args>({
    name: 'glob',
    description: 'Find files by name, newest first; .gitignore is respected.',
    input,
    effect: 'read',
    looks: 'search',
    permission: 'read',
    paths: ({ path = '.' }) => [{ path, access: 'read' }],
    async execute({ pattern, path = '.' }, { signal }) {
      if (isAbsolute(pattern)) return failed('An absolute pattern is refused. Put the folder into path.');
      if (pattern.split('/').includes('..')) return failed('A pattern cannot lead up (..). Put the folder into path.');
      const folder = await workspace.folder(path);
      const found = await search.files({ root: folder.absolute, pattern, limit: MAX_MATCHES, signal });
      signal.throwIfAborted();
      const hint = found.files.length + found.lossy.length === 0 && /[[{]/.test(pattern) ? BRACKETS : undefined;
      const shown = (files: readonly string[]) => files.map((file) => join(folder.display, file));
      const warning = hiddenWarning(...found.files);
      return ok({
        matches: shown(found.files),
        truncated: found.truncated,
        ...(found.lossy.length > 0 && { not_utf8: shown(found.lossy) }),
        ...(warning && { warning }),
        ...(hint && { hint }),
      });
    },
    forModel: globText,
    view({ pattern, path }, outcome) {
      const title = path === undefined ? pattern : `${pattern} in ${path}`;
      const fact = { is: 'search' as const, pattern, ...(path !== undefined && { where: path }) };
      if (!outcome) return { title, fact };
      if (outcome.status !== 'ok') return { title, fact, body: [{ type: 'text', text: outcome.error }] };
      const { matches, truncated } = outcome.result;
      const isLeast = truncated === true;
      const files = Array.isArray(matches) ? matches.length : 0;
      return {
        title: `${title}: ${files}${isLeast ? '+' : ''} ${files === 1 ? 'file' : 'files'}`,
        fact: { ...fact, files, ...(isLeast && { isLeast }) },
      };
    },
  });
}
