/** What a word in a request names: a file, a folder, the project, the file mentioned last, a kind of file. */

import { own } from '../base/own.ts';

const LAST_FILE = /^(?:it|that|this|(?:the|that|this) file|它|(?:这个|那个|该|刚才的)文件)$/i;
const PROJECT =
  /^(?:here|\.\/?|(?:(?:this|the|my|our|current|whole|entire) )*(?:project|repo|repository|code ?base|code|folder|directory|files)|(?:这个|当前|本|该|整个)?(?:项目|工程|仓库|代码库|目录|文件夹|代码)|这(?:里|儿|个|边)?|此处|当前|所有|全部)$/i;
const FILE = /^(?:makefile|dockerfile|license|gemfile|procfile|\.[a-z][\w-]+)$|[^./\s]\.[a-z]\w{0,9}$|\/[^/\s]+$/i;

export function isProject(word: string): boolean {
  return PROJECT.test(word.trim());
}

/** The path, if the word looks like a file. */
export function asFile(word = ''): string | undefined {
  const path = word.trim().replace(/^@/, '');
  if (/^readme$/i.test(path)) return 'README.md';
  return FILE.test(path) && !/[*?\n]|^https?:/.test(path) ? path : undefined;
}

/** A file; `''` for the one mentioned last. */
export function asTarget(word = ''): string | undefined {
  return LAST_FILE.test(word.trim()) ? '' : asFile(word);
}

/** A folder to look in; `undefined` for the project. */
export function asPlace(word = ''): string | undefined {
  const [, name = ''] = /^(?:(?:the|this|my) )*(.*?)(?: (?:folder|directory|dir))?$/is.exec(word.trim()) ?? [];
  return name === '' || isProject(name) || isProject(word) ? undefined : name;
}

const KINDS: Readonly<Record<string, string>> = { typescript: 'ts', javascript: 'js', python: 'py', markdown: 'md' };

/** The glob for a kind of file: `python`, `ts`, `.ts`, `test`. */
export function kindPattern(word: string): string | undefined {
  const kind = word.toLowerCase().replace(/^\*?\./, '');
  if (kind === 'test' || kind === '测试') return '**/*{.,_}{test,spec}.*';
  const extension = own(KINDS, kind) ?? kind;
  return /^[a-z0-9]{1,5}$/.test(extension) ? `**/*.${extension}` : undefined;
}

/** The glob for a name or a glob, anywhere in the tree unless it contains a folder. */
export function namePattern(word: string): string | undefined {
  const path = /[*?]/.test(word) ? word : asFile(word);
  return path === undefined || path.includes('/') ? path : `**/${path}`;
}
