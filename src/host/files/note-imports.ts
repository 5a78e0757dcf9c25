/** Imports in another agent's notes: files that a note names as `@path`, relative to its folder. */

import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

/** Nested imports beyond this depth are ignored. */
const DEEPEST = 5;
const MOST = 30;
/** A word that begins with `@`, after a space or at the start of a line. */
const NAMED = /(?:^|[ \t])@([^\s`'"<>|]{1,300})/gm;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** AGENTS.md does not support imports. */
export function bringsIn(file: string): boolean {
  return basename(file) !== 'AGENTS.md';
}

/** The files of the project that this text names, in order of appearance. A name that leads to no file is just a word. */
function importsOf(text: string, file: string, root: string): string[] {
  const names = [...withoutCode(text).matchAll(NAMED)].map(([, name = '']) => name);
  const places = names.flatMap((name) => placeOf(name, file) ?? []);
  return [...new Set(places)].filter((place) => isInside(root, place)).slice(0, MOST);
}

/** All files that `file` imports, directly or indirectly, each once, without `file`. `read` returns `undefined` for unusable files. */
export function followImports(
  file: string,
  text: string,
  root: string,
  read: (file: string) => string | undefined,
): string[] {
  const found = new Set([file]);
  let level: [file: string, text: string][] = [[file, text]];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const [from, words] of level)
      for (const place of importsOf(words, from, root)) {
        if (found.has(place) || found.size > MOST) continue;
        found.add(place);
        const inner = read(place);
        if (inner !== undefined) next.push([place, inner]);
      }
    level = next;
  }
  return [...found].slice(1);
}

/** Punctuation at the end is not part of the name, unless there is such a file. */
function placeOf(name: string, file: string): string | undefined {
  if (name.startsWith('~')) return undefined;
  return [name, name.replace(/[.,;:!?)\]]{1,3}$/, '')]
    .map((each) => resolve(dirname(file), each))
    .find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
}

/** Removes code, since names in code are not imports. */
function withoutCode(text: string): string {
  let isCode = false;
  const lines = text.split('\n').filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return lines.map((line) => line.replaceAll(/`[^`]*`/g, '')).join('\n');
}
