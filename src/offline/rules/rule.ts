/** A row of the tables by which requests are understood. */

import type { Intent, LineRange } from '../intent.ts';
import { LITERAL } from '../literals.ts';

export interface Rule {
  /** Matched against one request with what was quoted hidden; its named groups arrive as they were typed. */
  when: RegExp;
  /** `undefined`: it only looked like it. */
  intent(groups: Groups): Intent | undefined;
  /** Read before the request is cut into steps: its own commas and "then" belong to it. */
  whole?: true;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** A name or a path: something quoted, or a run of characters without space or comma. */
const NAME = `(?:${LITERAL}|[^\\s,;:，。；：、]+)`;

/** The same, as short as can be: Chinese has no space behind a name. */
const LAZY = `(?:${LITERAL}|[^\\s,;:，。；：、]+?)`;

/** Builds a pattern; a space in it stands for any space, `NAME` and `LAZY` for a name. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('NAME', NAME).replaceAll('LAZY', LAZY).replaceAll(' ', '\\s+'), 'i');
}

const THAT_FILE =
  /^(?:it|that|this|(?:the|that|this)(?: same| last)? (?:file|one)|them|它|他|这个|那个|(?:这个|那个|该|此|刚才的|刚刚的|上面的|上一个)文件)$/i;
const PROJECT =
  /^(?:here|\.\/?|(?:(?:this|the|my|our|current|entire|whole|all|of|project's) )*(?:project|repo|repository|code ?base|code|workspace|app|root|cwd|folder|directory|dir|files|project (?:folder|directory|root)|root (?:folder|directory))|everywhere|every file|当前|这个|这|本|该|所有|全部|这里|(?:这个|当前|本|该|整个|根|所有|全部)?(?:项目|工程|仓库|代码库|目录|文件夹|文件|代码))$/i;
const NAMED_FILES =
  /^(?:makefile|dockerfile|license|licence|readme|changelog|contributing|gemfile|rakefile|procfile|justfile)$/i;

export function isThatFile(token: string): boolean {
  return THAT_FILE.test(token.trim());
}

export function isProject(token: string): boolean {
  return PROJECT.test(token.trim());
}

/** The path in a token, if it looks like a file or has a folder in it. */
export function asFile(token: string | undefined): string | undefined {
  const path = tidy(token);
  if (path === undefined || /[*?]/.test(path) || /^https?:/.test(path)) return undefined;
  if (/^readme$/i.test(path)) return 'README.md';
  if (NAMED_FILES.test(path)) return path;
  if (/^\.[\w-]{2,}$/.test(path)) return path;
  return /(?:^|[^.])\.[a-z][\w]{0,9}$/i.test(path) || /\/[^/\s]+$/.test(path) ? path : undefined;
}

/** A file, or the one that was spoken of last. */
export function asTarget(token: string | undefined): { path?: string } | undefined {
  if (token !== undefined && isThatFile(token)) return {};
  const path = asFile(token);
  return path === undefined ? undefined : { path };
}

/** A folder to look in; `{}` for the project's own. */
export function asPlace(token: string | undefined): { path?: string } {
  if (token === undefined || token.trim() === '' || isProject(token)) return {};
  const path = tidy(token.replace(/^(?:the |this )?(.*?)(?: (?:folder|directory|dir))?$/i, '$1'));
  return path === undefined || isProject(path) ? {} : { path };
}

export function asRange(first: string | undefined, last: string | undefined): { lines?: LineRange } {
  if (first === undefined) return {};
  return { lines: { first: Number(first), last: Number(last ?? first) } };
}

function tidy(token: string | undefined): string | undefined {
  const path = token
    ?.trim()
    .replace(/^@/, '')
    .replace(/[.,;:!?，。；：！？、]+$/u, '');
  return path === undefined || path === '' ? (token?.trim() === '.' ? '.' : undefined) : path;
}
