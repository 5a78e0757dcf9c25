/** Collects a command's line and the workspace files it names: text it could have printed itself, and where it states what it wants. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../../base/files/paths.ts';
import { errorFilesIn } from './paths.ts';

const MAX_FILES = 40;
const MAX_LOOKS = 1000;
const MAX_BYTES = 64 * 1024;
const MAX_LOG_BYTES = 1024 * 1024;
const MAX_WORDS = 400;
/** How deep names in files are followed, because a script names others. */
const DEPTH = 2;
const ENDINGS = ['', '.py', '.js', '.ts', '.sh'];
/** Files that these programs read without being told to. */
const UNNAMED: readonly (readonly [program: RegExp, files: RegExp])[] = [
  [/\b(?:npm|npx|pnpm|yarn|bun)\b/, /^package\.json$/],
  [/\bmake\b/, /^(?:GNU)?[Mm]akefile$/],
  [
    /--?test\b|\b(?:run|npm|yarn|pnpm|bun|go|cargo|make|deno) (?:\w+ )?test|\b(?:pytest|unittest|jest|vitest|mocha|ctest|prove|rspec|phpunit|bats)\b/i,
    /test|spec|\.t$|\.bats$/i,
  ],
  [/\bcmake\b/, /^CMakeLists\.txt$/],
  [/\bgo (?:run|build|test|vet|install)\b/, /\.go$/],
  [/\bcargo (?:run|build|test)\b/, /\.rs$/],
];

export interface Told {
  /** All text that the command could have printed itself, as a guess. */
  all: string;
  /** The line, and only the files that it names: where the command states what it wants. */
  exactly: string;
}

/** Only files in `roots` are followed; others that the line names are only compared with its output. */
export function toldBy(whole: string, cwd: string, roots: readonly string[]): Told {
  const line = errorFilesIn(whole).reduce((all, file) => all.replaceAll(file, ''), whole); // these files hold its output
  const isApart = (path: string) => !roots.some((root) => isInside(root, path)) && !/^\/(?:proc|sys|dev)\//.test(path);
  const others = wordsOf(line)
    .map((word) => resolve(cwd, word))
    .filter(isApart)
    .slice(0, MAX_FILES);
  const texts = others.map((path) => contentOf(path, MAX_LOG_BYTES)).filter((text) => typeof text === 'string');
  return {
    all: [textOf(line, cwd, roots, ENDINGS), ...texts].join('\n\f\n'),
    exactly: textOf(line, cwd, roots, ENDINGS, false),
  };
}

function textOf(line: string, cwd: string, roots: readonly string[], endings: readonly string[], all = true): string {
  const texts = [line];
  const seen = new Set<string>();
  const read = (path: string, depth: number): void => {
    if (
      texts.length > MAX_FILES ||
      seen.size >= MAX_LOOKS ||
      seen.has(path) ||
      !roots.some((root) => isInside(root, path))
    )
      return;
    seen.add(path);
    const found = contentOf(path);
    if (Array.isArray(found) && all) for (const name of found) read(join(path, name), depth + 1);
    if (typeof found !== 'string') return;
    texts.push(found);
    if (depth < DEPTH) follow(found, depth + 1, dirname(path));
  };
  const follow = (text: string, depth: number, folder = cwd): void => {
    for (const word of wordsOf(text))
      for (const ending of endings) {
        read(resolve(cwd, word + ending), depth);
        if (word.startsWith('.')) read(resolve(folder, word.replace(/^\.(?=\w)/, '../') + ending), depth);
      }
    for (const [, name = ''] of text.matchAll(/\s-m ([a-z_]\w{0,60})/g)) read(join(cwd, name, '__main__.py'), depth);
    for (const [program, files] of UNNAMED) {
      if (!program.test(text)) continue;
      for (const folder of ['', 'test', 'tests', 't', 'spec', 'src'].map((name) => join(cwd, name))) {
        const names = contentOf(folder);
        if (Array.isArray(names)) for (const name of names) if (files.test(name)) read(join(folder, name), depth);
      }
    }
  };
  follow(line, 0);
  return texts.join('\n\f\n'); // keeps the text of one file from running into that of the next
}

function wordsOf(text: string): string[] {
  const words = text.slice(0, MAX_BYTES).match(/[\w.@+/-]{1,200}/g) ?? [];
  return [...new Set(words)].filter((word) => /\w/.test(word)).slice(0, MAX_WORDS);
}

/** The text of a file, or the names in a folder; otherwise `undefined`. */
function contentOf(path: string, most = MAX_BYTES): string | string[] | undefined {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return readdirSync(path).slice(0, MAX_FILES);
    if (!stats.isFile() || stats.size > most) return undefined;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? undefined : text; // a binary
  } catch {
    return undefined;
  }
}
