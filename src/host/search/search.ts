/** Finds files by name and lines by pattern: with ripgrep if available, otherwise by walking the tree. */

import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { isLossy } from '../../base/files/lossy-name.ts';
import { anyDepth, compileGlob, namedLiterally } from '../../base/text/glob.ts';
import { badPattern } from './bad-pattern.ts';
import { type Held, hold } from './hold.ts';
import { ignoreAbove } from './ignore-above.ts';
import { type IgnoreRule, isBelowIgnored } from './ignore-rules.ts';
import { searchFiles } from './regex-search.ts';
import { type FoundLine, findRipgrep, grepLines, type Ignore, listFiles, type Ripgrep } from './ripgrep.ts';
import { walkFiles } from './walk-files.ts';

export interface Search {
  /** Paths relative to `root`: with a pattern, the newest first; without one, in the order they are found. */
  files(options: FilesOptions): Promise<FilesFound>;
  /** `root` is a folder or a single file. Matches are sorted by file, then line. */
  grep(options: GrepOptions): Promise<GrepFound>;
}

interface FilesOptions {
  /** Absolute path with every link resolved. */
  root: string;
  pattern?: string;
  limit: number;
  signal: AbortSignal;
}

interface FilesFound {
  files: string[];
  /** Found too, under names that are not UTF-8. */
  lossy: string[];
  truncated: boolean;
}

interface GrepOptions {
  /** Absolute path with every link resolved. */
  root: string;
  pattern: string;
  glob?: string;
  /** Lines to show before and after each match. */
  context?: number;
  maxMatches: number;
  /** True for files, relative to the root, whose lines must not be returned; only their names are. */
  isWithheld?(file: string): boolean;
  signal: AbortSignal;
}

interface GrepFound {
  matches: GrepMatch[];
  /** Files with matches that were not returned. */
  withheld: string[];
  /** Files with matches, or that could not be searched, under names that are not UTF-8. */
  lossy: string[];
  truncated: boolean;
  engine: SearchEngine;
}

export interface GrepMatch {
  file: string;
  line: number;
  text: string;
  context?: { before: string[]; after: string[] };
}

type SearchEngine = 'ripgrep' | 'walker';

export interface SearchOptions {
  env: NodeJS.ProcessEnv;
  /** Roots of the workspace: no program is taken from them, and ignore files above them count only if they are their repository's. */
  avoid?: readonly string[];
  /** If absent, the best engine available. */
  engine?: SearchEngine;
  timeLimitMs?: number;
  /** Called if the ripgrep that came with coder was modified and is therefore not used. */
  onChanged?(path: string): void;
}

const TIME_LIMIT_MS = 20_000;
const MAX_LISTED = 1_000_000;
const STAT_BATCH = 500;

export function createSearch(options: SearchOptions): Search {
  const { env, avoid = [], engine, timeLimitMs = TIME_LIMIT_MS, onChanged } = options;
  let finding: Promise<Ripgrep | undefined> | undefined;

  function ripgrep(): Promise<Ripgrep | undefined> {
    finding ??= engine === 'walker' ? Promise.resolve(undefined) : findRipgrep(env, avoid, onChanged);
    return finding;
  }

  function limited(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
  }

  async function files(request: FilesOptions, best: Ripgrep | undefined): Promise<FilesFound> {
    const { root, pattern, limit } = request;
    const stop = limited(request.signal);
    const { ignore, above, isReadOtherwise } = ignoreFor(root);
    const found = isReadOtherwise ? undefined : best;
    using held = hold(root);
    const walked = found
      ? listFiles(found, held.path, ignore, stop)
      : walkFiles(held.path, { ignore: ignore !== 'none', above }, stop);
    const all = found && ignore === 'below' ? visible(walked, above) : walked;
    const most = pattern === undefined ? limit : MAX_LISTED;
    const listed: string[] = [];
    let isMore = false;
    for await (const file of matching(all, pattern, root)) {
      isMore = listed.length === most;
      if (isMore) break;
      listed.push(file);
    }
    if (pattern === undefined) return { files: listed, lossy: [], truncated: isMore || stop.aborted };
    const { files: sorted, lossy } = await newestFirst(root, listed, stop);
    const isCut = isMore || sorted.length > limit || lossy.length > limit || stop.aborted;
    return { files: sorted.slice(0, limit), lossy: lossy.slice(0, limit), truncated: isCut };
  }

  async function grep(request: GrepOptions, best: Ripgrep | undefined): Promise<GrepFound> {
    const { pattern, glob, context = 0, maxMatches, isWithheld } = request;
    const stop = limited(request.signal);
    const { root, only } = await startOf(request.root);
    const { ignore, above, isReadOtherwise } = ignoreFor(root);
    const found = isReadOtherwise && only === undefined ? undefined : best;
    const isBelow = ignore === 'below' && only === undefined;
    using held = hold(root);
    const lossy = new Set<string>();
    const walked = () =>
      only === undefined ? walkFiles(held.path, { ignore: ignore !== 'none', above }, stop) : [only];
    const lines = found
      ? grepLines(found, held.path, { pattern, names: namesOf(glob), context, ignore, only }, stop)
      : searchFiles(openable(matching(walked(), glob, root), held, lossy), { pattern, root: held.path, context }, stop);
    const isWanted = globFilter(glob, root);
    const most = Math.max(maxMatches * 10, 2000); // more than are returned, so that the selection does not depend on chance
    const collected: FoundLine[] = [];
    const withheld = new Set<string>();
    let count = 0;
    for await (const line of lines) {
      if (!isWanted(line.file) || (isBelow && isBelowIgnored(above, line.file))) continue;
      if (isWithheld?.(line.file)) {
        if (line.isMatch) withheld.add(line.file);
        continue;
      }
      collected.push(line);
      if (line.isMatch) count += 1;
      if (count > most) break;
    }
    const isThere = onceFor(held.has);
    for (const { file, isMatch } of collected) if (isMatch && isLossy(file) && !isThere(file)) lossy.add(file);
    const matches = inOrder(
      collected.filter(({ file }) => isThere(file)),
      context,
    );
    return {
      matches: matches.slice(0, maxMatches),
      withheld: [...withheld].sort(),
      lossy: [...lossy].sort(),
      truncated: matches.length > maxMatches || stop.aborted,
      engine: found ? 'ripgrep' : 'walker',
    };
  }

  /** ripgrep reads ignore files all the way up. If some are not the project's, those that are get read here instead. */
  function ignoreFor(root: string): { ignore: Ignore; above: IgnoreRule[]; isReadOtherwise: boolean } {
    if (isOwnCache(root)) return { ignore: 'none', above: [], isReadOtherwise: false };
    const { rules, hasForeign, isReadOtherwise } = ignoreAbove(root, avoid);
    return { ignore: hasForeign ? 'below' : 'all', above: rules, isReadOtherwise };
  }

  /** Falls back to the walker. A ripgrep that cannot run, for example one for another system, is not tried again. */
  async function withEngine<T>(use: (found: Ripgrep | undefined) => Promise<T>): Promise<T> {
    try {
      return await use(await ripgrep());
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'no-ripgrep' && code !== 'ripgrep-held') throw error;
      if (code === 'no-ripgrep') finding = Promise.resolve(undefined);
      return use(undefined);
    }
  }

  return {
    files: (request) => withEngine((found) => files(request, found)),
    async grep(request) {
      try {
        return await withEngine((found) => grep(request, found));
      } catch (error) {
        throw codeOf(error) === 'bad-pattern' ? badPattern(request.pattern, messageOf(error)) : error;
      }
    },
  };
}

async function* matching(
  files: AsyncIterable<string> | Iterable<string>,
  glob: string | undefined,
  root: string,
): AsyncGenerator<string> {
  const isWanted = globFilter(glob, root);
  for await (const file of files) if (isWanted(file)) yield file;
}

/** Leaves out what cannot be opened because its name is not UTF-8, and adds it to `lossy`. */
async function* openable(files: AsyncIterable<string>, held: Held, lossy: Set<string>): AsyncGenerator<string> {
  for await (const file of files) {
    if (isLossy(file) && !held.has(file)) lossy.add(file);
    else yield file;
  }
}

async function* visible(files: AsyncIterable<string>, above: readonly IgnoreRule[]): AsyncGenerator<string> {
  for await (const file of files) if (!isBelowIgnored(above, file)) yield file;
}

/** `!*.test.ts` means all files but these. */
function globFilter(glob: string | undefined, root: string): (file: string) => boolean {
  if (glob === undefined) return () => true;
  if (!glob.startsWith('!')) return compileNames(glob, root);
  const isUnwanted = compileNames(glob.slice(1), root);
  return (file) => !isUnwanted(file);
}

/** A name with brackets (`app/[id]/page.tsx`) is taken literally if it exists, and as a pattern otherwise. */
function compileNames(glob: string, root: string): (file: string) => boolean {
  const patterns = namedLiterally(glob, (path) => existsSync(join(root, path))).map((each) =>
    compileGlob(anyDepth(each)),
  );
  return (file) => patterns.some((matches) => matches(file));
}

/** True for saved output, which git ignores but which is searched all the same. */
function isOwnCache(root: string): boolean {
  return /[\\/]\.coder[\\/]cache(?:[\\/]|$)/.test(root);
}

/** Caches the answer for each file. */
function onceFor(ask: (file: string) => boolean): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const answer = known.get(file) ?? ask(file);
    known.set(file, answer);
    return answer;
  };
}

async function startOf(path: string): Promise<{ root: string; only?: string }> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { root: path };
    if (found.isFile()) return { root: dirname(path), only: basename(path) };
    throw new CoderError('no-file', `neither a file nor a folder: ${path}`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new CoderError('missing', `no such file or directory: ${path}`, { cause: error });
  }
}

/** The last part of a glob, which concerns the file's name, if it can be separated; the rest is checked afterwards. */
function namesOf(glob: string | undefined): string | undefined {
  const name = glob?.split('/').at(-1);
  const isWhole = name !== undefined && name !== '' && name !== '**' && !/[:\\!]/.test(glob ?? '');
  return isWhole && !/[[\]{}]/.test(name.replace(/\{[^[\]{},]+(?:,[^[\]{},]+)+\}/g, '')) ? name : undefined;
}

async function newestFirst(
  root: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<Pick<FilesFound, 'files' | 'lossy'>> {
  const lossy: string[] = [];
  const dated: { file: string; at: number }[] = [];
  for (const [index, file] of files.entries()) {
    if (index % STAT_BATCH === 0) {
      await nextTick(); // each stat is quick, but there may be very many
      if (signal.aborted) break;
    }
    const stats = statSync(join(root, file), { throwIfNoEntry: false });
    if (stats) dated.push({ file, at: stats.mtimeMs });
    else if (isLossy(file)) lossy.push(file);
  }
  const sorted = dated.sort((a, b) => b.at - a.at || (a.file < b.file ? -1 : 1));
  return { files: sorted.map(({ file }) => file), lossy };
}

function inOrder(lines: readonly FoundLine[], context: number): GrepMatch[] {
  const sorted = [...lines].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return sorted.flatMap((line, at) => {
    const { file, text } = line;
    if (!line.isMatch) return [];
    if (context === 0) return [{ file, line: line.line, text }];
    const near = sorted.slice(Math.max(0, at - context), at + context + 1).filter((other) => other.file === file);
    const before = near.filter((other) => other.line < line.line && other.line >= line.line - context);
    const after = near.filter((other) => other.line > line.line && other.line <= line.line + context);
    return [{ file, line: line.line, text, context: { before: before.map(textOf), after: after.map(textOf) } }];
  });
}

function textOf({ text }: FoundLine): string {
  return text;
}
