/** A git repository whose objects undo can share: its location, its index, and the files that git converts on checkout. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { statIfReachable } from '../../base/files/if-reachable.ts';
import { upwards } from '../../base/files/paths.ts';
import { commonFolderOf, gitFolderOf, textOrNothing } from '../git/git-folder.ts';
import type { OidFormat } from '../git/index-file.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from '../search/ignore-rules.ts';
import { type GitIndex, readGitIndex } from './git-index.ts';

export interface Repository {
  /** Top of the work tree. */
  readonly top: string;
  readonly format: OidFormat;
  /** The index as of the last `refresh`. */
  readonly index: GitIndex | undefined;
  /** Reads the index again if it has changed. */
  refresh(): void;
  /** Rules from the repository's and the user's exclude files, not from `.gitignore`, for paths below `base` (`''` for the top). */
  excludes(base: string): IgnoreRule[];
  /** True if git may write other bytes to this file than its object holds. */
  isConverted(path: string): boolean;
}

/** Attributes that make a checked-out file differ from its object. */
const CONVERTS = /(?:^|\s)(?:filter|working-tree-encoding|ident|eol=crlf|crlf)\b/;
const CONVERTING_CONFIG = /^\s*(?:autocrlf\s*=\s*(?!false\b|input\b)|eol\s*=\s*crlf)/im;

/** Opens the repository whose top is `folder`, or returns `undefined`. Only reads files; no program is run. */
export function openRepository(folder: string): Repository | undefined {
  const gitDir = gitFolderOf(folder);
  if (gitDir === undefined || !statIfReachable(join(gitDir, 'HEAD'))) return undefined;
  const common = commonFolderOf(gitDir);
  const config = textOrNothing(join(common, 'config'));
  const format: OidFormat = /^\s*objectformat\s*=\s*sha256/im.test(config) ? 'sha256' : 'sha1';
  const convertsAll = [config, textOrNothing(join(homedir(), '.gitconfig')), textOrNothing(userFile('config'))].some(
    (text) => CONVERTING_CONFIG.test(text),
  );
  const excluded = [textOrNothing(userFile('ignore')), textOrNothing(join(common, 'info/exclude'))].join('\n');
  let index: GitIndex | undefined;
  let indexStamp = '';
  let conversions: IgnoreRule[] = [];

  function refresh(): void {
    const file = join(gitDir ?? '', 'index');
    const stamp = stampOf(file);
    if (stamp === indexStamp) return;
    indexStamp = stamp;
    index = readGitIndex(file, format);
    conversions = index ? conversionsOf(folder, common, index) : [];
  }

  return {
    top: folder,
    format,
    get index() {
      return index;
    },
    refresh,
    excludes: (base) => parseIgnoreFile(excluded, base),
    isConverted: (path) => convertsAll || isIgnored(conversions, path, false),
  };
}

/** The repository that contains `folder`. */
export function findRepository(folder: string): Repository | undefined {
  for (const path of upwards(folder)) {
    const repository = openRepository(path);
    if (repository) return repository;
  }
  return undefined;
}

/** Patterns of all lines that convert, even if a later line overrides them: at worst a file is copied that could have been shared. */
function conversionsOf(top: string, common: string, index: GitIndex): IgnoreRule[] {
  const files = [userFile('attributes'), join(common, 'info/attributes')].map((file) => ({ file, base: '' }));
  for (const path of index.paths()) {
    if (path !== '.gitattributes' && !path.endsWith('/.gitattributes')) continue;
    files.push({ file: join(top, path), base: path.slice(0, -'/.gitattributes'.length) });
  }
  return files.flatMap(({ file, base }) => {
    const lines = textOrNothing(file).split(/\r?\n/);
    const patterns = lines.filter((line) => CONVERTS.test(line)).map((line) => line.trim().split(/\s/)[0] ?? '');
    return parseIgnoreFile(patterns.join('\n'), base);
  });
}

function userFile(name: string): string {
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'git', name);
}

function stampOf(file: string): string {
  const stats = statIfReachable(file);
  return stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : '';
}
