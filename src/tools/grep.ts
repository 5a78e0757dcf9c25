/** `grep`: finds lines by regular expression. */

import { dirname, isAbsolute, join } from 'node:path';
import { isSecretPath } from '../base/files/secret-file.ts';
import { array, boolean, either, type Infer, integer, object, oneOf, optional, string } from '../base/schema.ts';
import type { StreamSecrets } from '../base/secrets/mask-stream.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import { truncate } from '../base/text/truncate.ts';
import type { ResolvedPath, Workspace } from '../host/files/workspace.ts';
import type { GrepMatch, Search } from '../host/search/search.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { grepText } from './for-model/grep-text.ts';

const input = object({
  pattern: string('regex'),
  path: optional(either(string(), array(string()))),
  glob: optional(string()),
  ignore_case: optional(boolean()),
  show: optional(oneOf(['lines', 'files', 'count'])),
  context: optional(integer('lines around')),
  max_matches: optional(integer('default 100')),
});
type Args = Infer<typeof input>;

const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 1000;
/** Limit for matches when only files or counts are shown. */
const MAX_COUNTED = 10_000;
const MAX_CONTEXT = 20;
const MAX_LINE = 400;
const MAX_LENGTH = 48 * 1024;

type Hide = (text: string) => string;

interface GrepDeps {
  workspace: Workspace;
  search: Search;
  secrets?: StreamSecrets;
}

export function grepTool({ workspace, search, secrets }: GrepDeps): Tool<Args> {
  const hide: Hide = (text) => secrets?.mask(text) ?? text;
  return defineTool<Args>({
    name: 'grep',
    description: 'Search file contents; .gitignore is respected, files with secrets only by path.',
    input,
    effect: 'read',
    looks: 'search',
    permission: 'read',
    paths: (args) => pathsOf(args).map((path) => ({ path, access: 'read' })),
    async execute(args, { signal }) {
      const { pattern, glob, show = 'lines' } = args;
      if (pattern === '') return failed('The pattern is empty.');
      if (glob !== undefined && isAbsolute(glob))
        return failed('An absolute glob is refused. Put the folder into path.');
      const starts = await Promise.all(pathsOf(args).map((path) => workspace.existing(path)));
      const odd = starts.find(({ kind }) => kind === 'other');
      if (odd) return failed(`${odd.display} is neither a file nor a folder.`);
      const found: GrepResult = { matches: [], withheld: [], lossy: [], truncated: false };
      for (const start of starts) {
        add(found, await searchIn(start, args, { search, hide }, signal));
        signal.throwIfAborted();
      }
      const { withheld, lossy } = found;
      const rest = { ...(withheld.length > 0 && { withheld }), ...(lossy.length > 0 && { not_utf8: lossy }) };
      if (show !== 'lines') {
        const warned = hiddenWarning(...found.matches.map(({ file }) => file));
        const listed = perFile(found.matches, show);
        return ok({ ...listed, ...(warned && { warning: warned }), truncated: found.truncated, ...rest });
      }
      const matches = fit(found.matches.slice(0, mostOf(args)));
      const warning = hiddenWarning(
        ...matches.flatMap(({ file, text, context: around }) => [
          file,
          text,
          ...(around?.before ?? []),
          ...(around?.after ?? []),
        ]),
      );
      return ok({
        matches,
        ...(warning && { warning }),
        truncated: found.truncated || matches.length < found.matches.length,
        ...rest,
      });
    },
    forModel: grepText,
    view({ pattern, path, glob }, outcome) {
      const where = typeof path === 'string' ? path : path?.join(', ');
      const title = [pattern, where && `in ${where}`, glob && `(${glob})`].filter(Boolean).join(' ');
      const fact = { is: 'search' as const, pattern, ...(where && { where }), ...(glob && { glob }) };
      if (!outcome) return { title, fact };
      if (outcome.status !== 'ok') return { title, fact, body: [{ type: 'text', text: outcome.error }] };
      const { matches, files, counts, truncated } = outcome.result;
      const count = ([matches, files, counts].find(Array.isArray) ?? []).length;
      const [one, many] = matches ? ['match', 'matches'] : ['file', 'files'];
      const isLeast = truncated === true;
      return {
        title: `${title}: ${count}${isLeast ? '+' : ''} ${count === 1 ? one : many}`,
        fact: { ...fact, ...(matches ? { matches: count } : { files: count }), ...(isLeast && { isLeast }) },
      };
    },
  });
}

interface GrepResult {
  matches: GrepMatch[];
  withheld: string[];
  /** Files whose names are not UTF-8. */
  lossy: string[];
  truncated: boolean;
}

function pathsOf({ path = '.' }: Args): string[] {
  if (typeof path === 'string') return [path];
  return path.length > 0 ? [...new Set(path)] : ['.'];
}

function mostOf({ show = 'lines', max_matches: most = DEFAULT_MATCHES }: Args): number {
  return show === 'lines' ? clamp(most, 1, MAX_MATCHES) : MAX_COUNTED;
}

async function searchIn(
  start: ResolvedPath,
  args: Args,
  { search, hide }: { search: Search; hide: Hide },
  signal: AbortSignal,
): Promise<GrepResult> {
  const { pattern, glob, context = 0, show = 'lines' } = args;
  const found = await search.grep({
    root: start.absolute,
    pattern: args.ignore_case ? withoutCase(pattern) : pattern,
    glob,
    context: show === 'lines' ? clamp(context, 0, MAX_CONTEXT) : 0,
    maxMatches: mostOf(args),
    ...(start.kind !== 'file' && { isWithheld: (file: string) => isSecretPath(join(start.absolute, file)) }),
    signal,
  });
  const folder = start.kind === 'file' ? dirname(start.display) : start.display;
  return {
    matches: found.matches.map((match) => shownMatch(match, folder, hide)),
    withheld: found.withheld.map((file) => shownFile(file, folder)),
    lossy: found.lossy.map((file) => shownFile(file, folder)),
    truncated: found.truncated,
  };
}

/** Keeps flags that the pattern begins with. */
function withoutCase(pattern: string): string {
  const flags = /^\(\?([a-z]+)\)/.exec(pattern)?.[1];
  return flags === undefined ? `(?i)${pattern}` : `(?${flags.replace('i', '')}i)${pattern.slice(flags.length + 3)}`;
}

/** Adds matches, omitting those that another path already contributed. */
function add(all: GrepResult, { matches, withheld, lossy, truncated }: GrepResult): void {
  const known = new Set(all.matches.map(({ file, line }) => `${line}:${file}`));
  all.matches.push(...matches.filter(({ file, line }) => !known.has(`${line}:${file}`)));
  all.withheld = [...new Set([...all.withheld, ...withheld])];
  all.lossy = [...new Set([...all.lossy, ...lossy])];
  all.truncated ||= truncated;
}

function perFile(matches: readonly GrepMatch[], show: 'files' | 'count'): Record<string, unknown> {
  const counts = [...Map.groupBy(matches, ({ file }) => file)].map(([file, own]) => ({ file, count: own.length }));
  return show === 'files' ? { files: counts.map(({ file }) => file) } : { counts, total: matches.length };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function shownMatch({ file, line, text, context }: GrepMatch, folder: string, hide: Hide): GrepMatch {
  const cutOne = (each: string) => truncate(each.length > MAX_LINE ? hide(each) : each, MAX_LINE); // no part of a secret is left
  const cut = (lines: readonly string[]) => lines.map(cutOne);
  return {
    file: shownFile(file, folder),
    line,
    text: cutOne(text),
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
