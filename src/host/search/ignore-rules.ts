/** Parses and applies `.gitignore` rules: the last rule that matches decides. */

import { compileGlob } from '../../base/text/glob.ts';

/** Names of ignore files in a folder, the weakest first. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];

export interface IgnoreRule {
  /** The folder of the ignore file, relative to the walk's root; '' for the root. */
  base: string;
  matches: (path: string) => boolean;
  negated: boolean;
  folderOnly: boolean;
}

export function parseIgnoreFile(text: string, base: string): IgnoreRule[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines.flatMap((line) => {
    const trimmed = line.replace(/(?<!\\) +$/, '');
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const negated = trimmed.startsWith('!');
    const folderOnly = trimmed.endsWith('/');
    const pattern = trimmed.slice(negated ? 1 : 0, folderOnly ? -1 : undefined);
    if (pattern === '' || pattern === '/') return [];
    const anchored = pattern.includes('/');
    const glob = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
    return [{ base, matches: compileGlob(glob, { braces: false, openSet: 'nothing' }), negated, folderOnly }];
  });
}

/** True for patterns that ripgrep reads differently from git: it takes `{a,b}` as alternatives, and has no POSIX classes. */
export function isReadOtherwise(text: string): boolean {
  return /^(?!#).*(?:\{|\[:)/m.test(text);
}

export function isIgnored(rules: readonly IgnoreRule[], path: string, isFolder: boolean): boolean {
  const rule = ruleFor(rules, path, isFolder);
  return rule !== undefined && !rule.negated;
}

/** The last matching rule, which decides. */
export function ruleFor(rules: readonly IgnoreRule[], path: string, isFolder: boolean): IgnoreRule | undefined {
  return rules.findLast(({ base, matches, folderOnly }) => {
    if (folderOnly && !isFolder) return false;
    if (base !== '' && !path.startsWith(`${base}/`)) return false;
    return matches(base === '' ? path : path.slice(base.length + 1));
  });
}

/** True if the file, or a folder on the way to it, is ignored. */
export function isBelowIgnored(rules: readonly IgnoreRule[], file: string): boolean {
  const names = file.split('/');
  return names.some((_, at) => isIgnored(rules, names.slice(0, at + 1).join('/'), at < names.length - 1));
}
