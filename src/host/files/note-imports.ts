/** What a note of another agent brings in: files that it names as `@path`, from its own folder. */

import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isInside } from '../../base/files/paths.ts';

/** An import of an import of …: further ones are left. */
const DEEPEST = 5;
const MOST = 30;
/** A word that begins with `@`, after a space or at the beginning of a line. */
const NAMED = /(?:^|[ \t])@([^\s`'"<>|]{1,300})/gm;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** AGENTS.md has no such thing. */
export function bringsIn(file: string): boolean {
  return basename(file) !== 'AGENTS.md';
}

/** The files of the project that this text names, in its order; a name that leads to no file is a word. */
function importsOf(text: string, file: string, root: string): string[] {
  const names = [...withoutCode(text).matchAll(NAMED)].map(([, name = '']) => name);
  const places = names.flatMap((name) => placeOf(name, file) ?? []);
  return [...new Set(places)].filter((place) => isInside(root, place)).slice(0, MOST);
}

/** All that a file brings in, itself left out: each once, an import of an import too. `read`: nothing for what is not used. */
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

/** The end of a sentence is not part of a name, unless there is such a file. */
function placeOf(name: string, file: string): string | undefined {
  if (name.startsWith('~')) return undefined;
  return [name, name.replace(/[.,;:!?)\]]{1,3}$/, '')]
    .map((each) => resolve(dirname(file), each))
    .find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
}

/** What is shown as code names nothing. */
function withoutCode(text: string): string {
  let isCode = false;
  const lines = text.split('\n').filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return lines.map((line) => line.replaceAll(/`[^`]*`/g, '')).join('\n');
}
