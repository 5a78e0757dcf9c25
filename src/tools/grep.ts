/** `grep`: lines by regular expression. */

import { dirname, isAbsolute, join } from 'node:path';
import { isSecretPath } from '../base/files/secret-file.ts';
import { type Infer, integer, object, optional, string } from '../base/schema.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import { truncate } from '../base/text/truncate.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { GrepMatch, Search } from '../host/search/search.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { grepText } from './for-model/grep-text.ts';

const input = object({
  pattern: string('regex'),
  path: optional(string()),
  glob: optional(string()),
  context: optional(integer('lines around')),
  max_matches: optional(integer('default 100')),
});
type Args = Infer<typeof input>;

const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 1000;
const MAX_CONTEXT = 20;
const MAX_LINE = 400;
const MAX_LENGTH = 48 * 1024;

export function grepTool({ workspace, search }: { workspace: Workspace; search: Search }): Tool<Args> {
  return defineTool<Args>({
    name: 'grep',
    description: 'Search file contents; .gitignore is respected, files with secrets only by path.',
    input,
    effect: 'read',
    permission: 'read',
    paths: ({ path = '.' }) => [{ path, access: 'read' }],
    async execute({ pattern, path = '.', glob, context = 0, max_matches: most = DEFAULT_MATCHES }, { signal }) {
      if (pattern === '') return failed('The pattern is empty.');
      if (glob !== undefined && isAbsolute(glob))
        return failed('An absolute glob is refused. Put the folder into path.');
      const start = await workspace.existing(path);
      if (start.kind === 'other') return failed(`${start.display} is neither a file nor a folder.`);
      const found = await search.grep({
        root: start.absolute,
        pattern,
        glob,
        context: clamp(context, 0, MAX_CONTEXT),
        maxMatches: clamp(most, 1, MAX_MATCHES),
        ...(start.kind !== 'file' && { isWithheld: (file: string) => isSecretPath(join(start.absolute, file)) }),
        signal,
      });
      signal.throwIfAborted();
      const folder = start.kind === 'file' ? dirname(start.display) : start.display;
      const matches = fit(found.matches.map((match) => shownMatch(match, folder)));
      const withheld = found.withheld.map((file) => shownFile(file, folder));
      const warning = hiddenWarning(
        ...matches.flatMap(({ text, context: around }) => [text, ...(around?.before ?? []), ...(around?.after ?? [])]),
      );
      return ok({
        matches,
        ...(warning && { warning }),
        truncated: found.truncated || matches.length < found.matches.length,
        ...(withheld.length > 0 && { withheld }),
      });
    },
    forModel: grepText,
    view({ pattern, path, glob }, outcome) {
      const title = [pattern, path && `in ${path}`, glob && `(${glob})`].filter(Boolean).join(' ');
      if (!outcome) return { title };
      if (outcome.status !== 'ok') return { title, body: [{ type: 'text', text: outcome.error }] };
      const { matches, truncated } = outcome.result;
      const count = Array.isArray(matches) ? matches.length : 0;
      return { title: `${title}: ${count}${truncated === true ? '+' : ''} ${count === 1 ? 'match' : 'matches'}` };
    },
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function shownMatch({ file, line, text, context }: GrepMatch, folder: string): GrepMatch {
  const cut = (lines: readonly string[]) => lines.map((each) => truncate(each, MAX_LINE));
  return {
    file: shownFile(file, folder),
    line,
    text: truncate(text, MAX_LINE),
    ...(context && { context: { before: cut(context.before), after: cut(context.after) } }),
  };
}

function shownFile(file: string, folder: string): string {
  return folder === '.' ? file : join(folder, file);
}

function fit(matches: readonly GrepMatch[]): GrepMatch[] {
  let length = 0;
  return matches.filter((match) => {
    length += JSON.stringify(match).length;
    return length <= MAX_LENGTH;
  });
}
