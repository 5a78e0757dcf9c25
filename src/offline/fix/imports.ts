/** Which project files a test or a source pulls in, and the names it takes from them. */

import { posix } from 'node:path';

export interface Import {
  names: string[];
  /** The file in the project. */
  file: string;
}

const SCRIPT_IMPORT =
  /import\s+(?:type\s+)?(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+[\w$]+\s*|\{([^}]*)\}\s*)?from\s*['"](\.[^'"]+)['"]/g;
const REQUIRE = /(?:const|let|var)\s+(?:([\w$]+)|\{([^}]*)\})\s*=\s*require\(\s*['"](\.[^'"]+)['"]/g;
const PYTHON_IMPORT = /^\s*from\s+([\w.]+)\s+import\s+([\w ,]+)/gm;

export function importsOf(path: string, content: string, files: readonly string[]): Import[] {
  const folder = posix.dirname(path);
  const found: Import[] = [];
  for (const pattern of [SCRIPT_IMPORT, REQUIRE]) {
    for (const [, whole, some, from = ''] of content.matchAll(pattern)) {
      const file = fileAt(posix.join(folder, from), files);
      if (file !== undefined) found.push({ names: namesIn(`${whole ?? ''},${some ?? ''}`), file });
    }
  }
  for (const [, module = '', some = ''] of content.matchAll(PYTHON_IMPORT)) {
    const wanted = `${module.replace(/^\.+/, '').replaceAll('.', '/')}.py`;
    const file = files.find((each) => each === wanted || each.endsWith(`/${wanted}`));
    if (file !== undefined) found.push({ names: namesIn(some), file });
  }
  if (path.endsWith('.go')) {
    const beside = files.filter((file) => file.endsWith('.go') && !isTestFile(file) && posix.dirname(file) === folder);
    found.push(
      ...beside.map((file) => ({ names: [...content.matchAll(/\b([A-Z]\w*)\(/g)].map(([, name = '']) => name), file })),
    );
  }
  return found;
}

export function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+\.py$/.test(path);
}

/** The project's own name of a file that a stack names in full. */
export function projectFile(path: string, files: readonly string[]): string | undefined {
  const fits = files.filter((file) => path === file || path.endsWith(`/${file}`));
  return fits.sort((a, b) => b.length - a.length)[0];
}

/** `./a.js` may be `a.ts`, `a/index.js` or have no ending at all. */
function fileAt(path: string, files: readonly string[]): string | undefined {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return (
    files.find((file) => file === path) ??
    files.find((file) => withoutEnding(file) === stem || withoutEnding(file) === `${stem}/index`)
  );
}

function withoutEnding(file: string): string {
  return file.replace(/\.[^./]+$/, '');
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => /(?:\bas\s+)?([\w$]+)\s*$/.exec(name.trim())?.[1] ?? []);
}
