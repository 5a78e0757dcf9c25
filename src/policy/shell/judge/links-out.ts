/** Links that a command would follow without naming them: through a pattern, or by descending into folders. */

import { compileLooseName } from '../../../base/text/glob.ts';
import { say } from '../../say.ts';
import { placeAt, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';
import type { Gap } from './gap.ts';

/** `pattern` is the part with wildcards after the folder `base`. */
export function patternLinkGaps(base: string, pattern: string, context: ShellContext): Gap[] {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const isDeep = parts.includes('**');
  const matchers = parts.map(partMatcher);
  const matches = (name: string): boolean =>
    isDeep || name.split('/').every((part, index) => matchers[index]?.(part) ?? false);
  return linkGap(base, isDeep ? Number.POSITIVE_INFINITY : parts.length, matches, context);
}

/** For a command that follows every link below its operands, or below the folder it runs in. */
export function followedLinkGaps(operands: readonly Word[], command: SimpleCommand, context: ShellContext): Gap[] {
  const paths = operands.length > 0 ? operands.filter((word) => word.kind === 'literal') : undefined;
  const places = (paths?.map((word) => word.value) ?? ['.']).flatMap(
    (path) => placesOf(path, command.cwds, context) ?? [],
  );
  const folders = places.filter((place) => place.inside && context.disk.kind(place.path) === 'folder');
  // What a pattern matches is somewhere below the current folder.
  if (operands.some((word) => word.kind === 'glob')) folders.push(...(placesOf('.', command.cwds, context) ?? []));
  return folders.flatMap(({ path }) => linkGap(path, Number.POSITIVE_INFINITY, () => true, context)).slice(0, 1);
}

/** True if the pattern matches a file named like a flag: `wc *` where a `--files0-from=.env` exists. */
export function matchesDash({ value }: Word, { cwds = [] }: SimpleCommand, { disk }: ShellContext): boolean {
  const [first = ''] = value.split('/');
  const matches = partMatcher(first);
  const isWanted = (path: string): boolean => path.startsWith('-') && matches(path);
  return cwds.some((cwd) => disk.findName?.(cwd, isWanted, { depth: 1 }) !== undefined);
}

function linkGap(folder: string, depth: number, matches: (name: string) => boolean, context: ShellContext): Gap[] {
  const found = context.disk.findLink?.(folder, depth, (name, target) => {
    const place = placeAt(target, context);
    return (!place.inside || place.secret) && matches(name);
  });
  if (found === undefined) return [];
  const said = found === folder ? say('folderTooFull', folder) : say('linkOutside', found);
  return [{ kind: 'outside', ...said }];
}

/** Matches at least what the shell would match: extended patterns and nested sets match anything. */
export function partMatcher(part: string): (name: string) => boolean {
  return /[\\(){}]|\[[!^]?\]|\[[^\]]*\[/.test(part) ? () => true : compileLooseName(part);
}
