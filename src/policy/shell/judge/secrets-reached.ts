/**
 * Secret files that a command would open without naming them: through a pattern, by descending into folders, or as files that find passes.
 */

import { isInside } from '../../../base/files/paths.ts';
import { isSecretPath } from '../../../base/files/secret-file.ts';
import { compileLooseName } from '../../../base/text/glob.ts';
import { findParts } from '../../programs/find.ts';
import type { Reads } from '../../programs/program.ts';
import { say } from '../../say.ts';
import { baseName, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';
import { gitFoldersOf } from './danger-git.ts';
import { findReaches } from './find-reaches.ts';
import type { Gap } from './gap.ts';
import { partMatcher } from './links-out.ts';
import { beforeWildcard } from './prove-operand.ts';

/** A command as its row reads it. */
export interface Given {
  name: string;
  row: Reads;
  flags: readonly string[];
  /** Flags with values, in order. */
  valued: readonly { flag: string; value: string }[];
  /** The operands that are paths. */
  paths: readonly Word[];
}

/** Published packages hold no secrets of this project; git's internal folders hold no files by name. */
const NOT_OURS = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.git\/[^/]+)(?:\/|$)/;

/** ripgrep file types whose names are never those of secrets. */
const PLAIN_TYPES =
  /^(?:ts|typescript|js|py|python|rust|go|java|kotlin|swift|c|cpp|cs|csharp|h|html|css|sass|less|md|markdown|ruby|rb|php|scala|lua|vue|svelte|sql|make|cmake)$/;

/** More than a plain file name: a git pattern, or a revision with a path. */
const MAGIC = /[*?[:(]/;

type IsWanted = (path: string) => boolean;

export function secretGaps(given: Given, command: SimpleCommand, context: ShellContext): Gap[] {
  const { disk } = context;
  if (!disk.findName || opensNothing(given)) return [];
  const { row, paths } = given;
  const goesDown = descends(given);
  const passes = pickedBy(given);
  const isRipgrep = row.asRipgrep === true && passesOverHidden(given);
  const find = (folder: string, isReached: IsWanted, depth?: number): Gap[] => {
    if (NOT_OURS.test(`${folder}/`)) return [];
    const found = disk.findName?.(
      folder,
      (path, isFolder) => !isFolder && isSecretPath(`${folder}/${path}`) && isReached(path) && passes(path),
      { depth, isRipgrep, enters: (path) => !NOT_OURS.test(path) },
    );
    if (found === undefined) return [];
    return [{ kind: 'secret', ...(found === folder ? say('tooFullForSecrets', found) : say('reachesSecrets', found)) }];
  };
  const below = (word: Word): Gap[] => {
    const places = placesOf(word.kind === 'glob' ? beforeWildcard(word.value) : word.value, command.cwds, context);
    return (places ?? []).flatMap(({ path, inside }) => {
      if (row.tracked && MAGIC.test(word.value)) return find(context.root, () => true);
      if (!inside || disk.kind(path) !== 'folder') return [];
      if (word.kind === 'glob') return find(path, ...patternBelow(word.value, goesDown));
      return goesDown ? find(path, () => true) : [];
    });
  };
  const handed = command.appended === 'files' && command.foundBy ? foundPaths(command, goesDown, find, context) : [];
  const named = paths.length > 0 ? paths : goesDown && !readsStdin(given, command) ? [hereLike(command)] : [];
  const tracked = row.tracked === true && !goesDown ? trackedSecrets(paths, command, context) : [];
  return [...handed, ...tracked, ...named.flatMap(below)].slice(0, 1);
}

/** git looks only at files it tracks, below the folder it runs in. */
function trackedSecrets(paths: readonly Word[], command: SimpleCommand, context: ShellContext): Gap[] {
  const isWithin = (path: string): boolean =>
    paths.length === 0 ||
    paths.some(({ value }) =>
      MAGIC.test(value) ? true : placesOf(value, command.cwds, context)?.some((place) => isInside(place.path, path)),
    );
  return gitFoldersOf(command, context).flatMap((folder): Gap[] => {
    const found = context.disk.findTracked?.(
      folder,
      (path) => isSecretPath(path) && !NOT_OURS.test(path) && isWithin(path),
    );
    return found === undefined ? [] : [{ kind: 'secret', ...say('reachesSecrets', found) }];
  });
}

/** The files that find passes to the command, directly or through `xargs`. */
function foundPaths(
  command: SimpleCommand,
  goesDown: boolean,
  find: (folder: string, isReached: IsWanted) => Gap[],
  context: ShellContext,
): Gap[] {
  const { starts, expression } = findParts(command.foundBy?.slice(1) ?? []);
  return (starts.length > 0 ? starts : [{ ...hereLike(command) }]).flatMap((start) => {
    const from = start.kind === 'glob' ? beforeWildcard(start.value) : start.value;
    const isReached: IsWanted = (path) => {
      if (goesDown || start.kind === 'glob') return true;
      return findReaches(expression, {
        path: from.endsWith('/') ? from + path : `${from}/${path}`,
        depth: path.split('/').length,
      });
    };
    return (placesOf(from, command.cwds, context) ?? []).flatMap(({ path }) => find(path, isReached));
  });
}

function opensNothing({ row, flags }: Given): boolean {
  return row.tells === true || row.tells?.split(' ').some((flag) => flags.includes(flag)) === true;
}

function descends({ row, flags }: Given): boolean {
  return row.descends === true || row.descends?.split(' ').some((flag) => flags.includes(flag)) === true;
}

/** ripgrep reads piped input unless given a place to search. */
function readsStdin({ row }: Given, { stdin }: SimpleCommand): boolean {
  return row.asRipgrep === true && (stdin.kind === 'pipe' || stdin.kind === 'text');
}

function passesOverHidden({ flags, valued }: Given): boolean {
  const unrestricted = flags.filter((flag) => flag === 'u' || flag === 'unrestricted').length;
  const shows = flags.some((flag) => /^(?:hidden|no-ignore|no-ignore-vcs|ignore-file)$/.test(flag));
  const picks = valued.some(({ flag, value }) => /^(?:g|i?glob)$/.test(flag) && !value.startsWith('!'));
  return unrestricted === 0 && !shows && !picks;
}

/** True if a file's name is among those the flags select and not among those they exclude. */
function pickedBy({ row, valued }: Given): IsWanted {
  const of = (names: RegExp): string[] => valued.filter(({ flag }) => names.test(flag)).map(({ value }) => value);
  const picked = of(/^(?:include|g|i?glob)$/).filter((value) => !value.startsWith('!'));
  const left = [...of(/^exclude$/), ...of(/^(?:g|glob)$/).filter((value) => /^![^/]+$/.test(value))]
    .map((value) => value.replace(/^!/, ''))
    .filter((value) => /^[\w.*-]+$/.test(value)); // only patterns that every matcher reads alike
  const folders = of(/^exclude-dir$/).filter((value) => /^[\w.-]+$/.test(value));
  const types = of(/^(?:t|type)$/);
  if (row.asRipgrep && types.length > 0 && types.every((type) => PLAIN_TYPES.test(type))) return () => false;
  const isPicked = picked.map((value) => compileLooseName(baseName(value).toLowerCase()));
  const isLeft = picked.length > 0 ? [] : left.map((value) => compileLooseName(value)); // which of the two wins depends on their order
  const anything = picked.length === 0 || picked.some((value) => /[{\\]/.test(value));
  return (path) => {
    const name = baseName(path);
    if (!anything && !isPicked.some((matches) => matches(name.toLowerCase()))) return false;
    if (isLeft.some((matches) => matches(name))) return false;
    return !path
      .split('/')
      .slice(0, -1)
      .some((folder) => folders.includes(folder));
  };
}

/** The paths that a pattern matches below the folder before its first wildcard, and their depth. */
function patternBelow(pattern: string, goesDown: boolean): [IsWanted, number | undefined] {
  const from = beforeWildcard(pattern);
  const parts = pattern
    .slice(from === '.' ? 0 : from.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const deep = parts.includes('**');
  const matchers = parts.map(partMatcher);
  const isReached: IsWanted = (path) => {
    const names = path.split('/');
    if (deep) return goesDown || (matchers.at(-1)?.(baseName(path)) === true && showsDot(parts.at(-1), baseName(path)));
    if (names.length < parts.length || (names.length > parts.length && !goesDown)) return false;
    return matchers.every((matches, index) => matches(names[index] ?? '') && showsDot(parts[index], names[index]));
  };
  return [isReached, deep || goesDown ? undefined : parts.length];
}

/** A leading dot is only matched by a dot. */
function showsDot(part = '', name = ''): boolean {
  return !name.startsWith('.') || /^\\?\.|^[@!?*+]\(/.test(part);
}

function hereLike({ words: [like], span }: SimpleCommand): Word {
  return { span, ...like, text: '.', kind: 'literal', value: '.', lead: '.', guesses: [] };
}
