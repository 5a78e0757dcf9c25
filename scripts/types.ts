/** Writes the types of the public API beside the bundle: what `src/index.ts` exports, and the types those exports use. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist', 'types'));
const scratch = mkdtempSync(join(tmpdir(), 'coder-types-'));

try {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true, // `npm run check` does this
    rootDir: join(root, 'src'),
    outDir: join(scratch, 'all'),
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const project = { extends: join(root, 'tsconfig.json'), include: [], files: [join(root, 'src', 'index.ts')] };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ ...project, compilerOptions }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', scratch], { stdio: 'inherit' });
  rmSync(target, { recursive: true, force: true });
  take('index.d.ts', new Set());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Copies a declaration file and those it imports. The compiler writes types for everything the engine is built from, most of which no
 * caller can name.
 */
function take(file: string, taken: Set<string>): void {
  if (taken.has(file)) return;
  taken.add(file);
  const needed: string[] = [];
  const text = readFileSync(join(scratch, 'all', file), 'utf8').replace(
    /(from |import\()(['"])(\.[^'"]+)\.ts\2/g,
    (_, before: string, quote: string, path: string) => {
      needed.push(relative('.', join(dirname(file), `${path}.d.ts`)));
      return `${before}${quote}${path}.js${quote}`;
    },
  );
  mkdirSync(dirname(join(target, file)), { recursive: true });
  writeFileSync(join(target, file), text);
  for (const other of needed) take(other, taken);
}
