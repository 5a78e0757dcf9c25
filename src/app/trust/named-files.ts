/** Finds files of the project that the words of an entry name: what a server, a hook or a skill would run or read. */

import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isBelow, relativeTo } from '../../base/files/paths.ts';

const MOST_WORDS = 5000;
const MOST_FILES = 200;
const PROJECT_VARIABLE =
  /\$(?:\{(?:CLAUDE|CODER|GEMINI|QWEN)_PROJECT_DIR\}|(?:CLAUDE|CODER|GEMINI|QWEN)_PROJECT_DIR\b)/g;
/** Files that programs use when given a folder. */
const ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', 'index.ts', '__main__.py', 'Makefile'];
/** Programs that read one of these files without naming it. */
const READ_UNNAMED: readonly [program: RegExp, file: string][] = [
  [/^(?:npm|npx|pnpm|yarn|bun|bunx)$/, 'package.json'],
  [/^g?make$/, 'Makefile'],
  [/^just$/, 'justfile'],
  [/^(?:deno)$/, 'deno.json'],
  [/^(?:uv|uvx|poetry|hatch)$/, 'pyproject.toml'],
];

/** Paths from `root`, each once. `folder` is where relative names start from. */
export function namedFiles(texts: readonly string[], root: string, folder = root): string[] {
  const words = texts.flatMap((text) => wordsOf(text.replace(PROJECT_VARIABLE, `${root}/`))).slice(0, MOST_WORDS);
  const files = new Set<string>();
  for (const word of words) {
    for (const base of new Set([folder, root])) for (const file of filesAt(resolve(base, word), root)) files.add(file);
    for (const [program, file] of READ_UNNAMED)
      if (program.test(basename(word)) && kindOf(join(folder, file)) === 'file') files.add(join(folder, file));
  }
  return [...files].slice(0, MOST_FILES).map((file) => relativeTo(root, file));
}

/** The whole text, and its words as a shell, a list or an option would split them. */
function wordsOf(text: string): string[] {
  const unquoted = text.replaceAll(/["'\\]/g, ''); // "$CLAUDE_PROJECT_DIR"/guard.sh is one word
  const words = [text, unquoted]
    .flatMap((each) => each.split(/[\s"'`=,;:|&<>()[\]{}]+/))
    .filter((word) => word !== '' && word.length < 4096);
  return [...new Set([text.trim(), ...words])].filter((word) => word !== '' && !word.includes('\0'));
}

function filesAt(place: string, root: string): string[] {
  if (!isBelow(root, place)) return [];
  const kind = kindOf(place);
  if (kind === 'file') return [place];
  return kind === 'folder' ? ENTRIES.map((name) => join(place, name)).filter((file) => kindOf(file) === 'file') : [];
}

function kindOf(place: string): 'file' | 'folder' | undefined {
  try {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return 'folder';
    return stats ? 'file' : undefined;
  } catch (error) {
    if (codeOf(error)) return undefined; // too long for a name, or in an unreadable folder
    throw error;
  }
}
