/** Searches for a name below a folder, synchronously and with a limit, because policy waits for the answer. */

import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { readableEntries } from '../../base/files/folder.ts';
import { isInside } from '../../base/files/paths.ts';
import { readRegular } from '../../base/files/regular-file.ts';
import type { FindOptions } from '../../protocol/policy.ts';
import { gitFolderOf, repositoryTop, textOrNothing } from '../git/git-folder.ts';
import { readIndex } from '../git/index-file.ts';
import { ignoreAbove } from '../search/ignore-above.ts';
import { IGNORE_FILES, type IgnoreRule, isReadOtherwise, parseIgnoreFile, ruleFor } from '../search/ignore-rules.ts';

/** Looking at this many entries takes a few tenths of a second. */
const MOST_ENTRIES = 100_000;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** `undefined` if nothing is ignored. */
type Rules = readonly IgnoreRule[] | undefined;

export function findName(
  folder: string,
  isWanted: (path: string, isFolder: boolean) => boolean,
  { depth = Number.POSITIVE_INFINITY, isRipgrep = false, enters = () => true }: FindOptions = {},
): string | undefined {
  const ignoring = isRipgrep ? ignoringIn(folder) : undefined;
  const queue: { name: string; level: number; rules: Rules }[] = [{ name: '', level: 0, rules: ignoring?.rules }];
  let left = MOST_ENTRIES;
  for (const { name, level, rules: above } of queue) {
    const entries = readableEntries(join(folder, name));
    const rules = above && ignoring ? withRulesOf(folder, name, entries, above, ignoring.files) : undefined;
    for (const entry of entries) {
      if (--left < 0) return folder;
      const path = name === '' ? entry.name : `${name}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (rules && isPassedOver(rules, path, entry.name, isFolder)) continue;
      if (isWanted(path, isFolder)) return join(folder, path);
      if (isFolder && level + 1 < depth && enters(path)) queue.push({ name: path, level: level + 1, rules });
    }
  }
  return undefined;
}

export function findTracked(folder: string, isWanted: (path: string) => boolean): string | undefined {
  const top = repositoryTop(folder);
  const gitFolder = top === undefined ? undefined : gitFolderOf(top);
  if (top === undefined || gitFolder === undefined) return undefined;
  const index = join(gitFolder, 'index');
  let found: string | undefined;
  try {
    const read = readRegular(index, MAX_INDEX_BYTES);
    if (read === 'missing') return undefined;
    if (read === 'no-file' || read.size > MAX_INDEX_BYTES) return folder;
    const isLong = /^\s*objectformat\s*=\s*sha256/im.test(textOrNothing(join(gitFolder, 'config')));
    readIndex(read.bytes, isLong ? 'sha256' : 'sha1', ({ name }) => {
      const path = join(top, name);
      if (found === undefined && isInside(folder, path) && isWanted(path)) found = path;
    });
  } catch {
    return folder; // not in git's format, or unreadable
  }
  return found;
}

/** The ignore rules from above a folder that ripgrep would apply; `undefined` if ripgrep may read them differently than we do. */
function ignoringIn(folder: string): { rules: readonly IgnoreRule[]; files: readonly string[] } | undefined {
  const above = ignoreAbove(folder, []);
  if (above.hasForeign || above.isReadOtherwise) return undefined;
  const isRepository = repositoryTop(folder) !== undefined;
  return { rules: above.rules, files: IGNORE_FILES.filter((name) => isRepository || name !== '.gitignore') };
}

function withRulesOf(
  folder: string,
  name: string,
  entries: readonly Dirent[],
  above: readonly IgnoreRule[],
  files: readonly string[],
): Rules {
  const texts = files
    .filter((file) => entries.some((entry) => entry.name === file && entry.isFile()))
    .map((file) => textOrNothing(join(folder, name, file)));
  if (texts.some(isReadOtherwise)) return undefined;
  return texts.length === 0 ? above : [...above, ...texts.flatMap((text) => parseIgnoreFile(text, name))];
}

/** True if ripgrep would skip the entry. A rule that includes a name again also makes it visible if it is hidden. */
function isPassedOver(rules: readonly IgnoreRule[], path: string, name: string, isFolder: boolean): boolean {
  const rule = ruleFor(rules, path, isFolder);
  return rule === undefined ? name.startsWith('.') : !rule.negated;
}
