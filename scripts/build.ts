/** Bundles src into dist, split so that what is lazy stays lazy, in few files so that loading them stays quick. */

import { build, type Plugin } from 'esbuild';
import { chmod, glob, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const engine = join(root, 'src/app/build-agent.ts');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };

await rm(join(root, 'dist'), { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: [
    { in: 'src/cli.ts', out: 'cli' },
    { in: 'src/index.ts', out: 'index' },
  ],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  external: ['@lydell/node-pty', '@vscode/ripgrep'],
  define: { CODER_VERSION: JSON.stringify(version) },
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  plugins: [await engineInOneChunk(), builtinsOnFirstUse()],
});
await chmod(join(root, 'dist/cli.js'), 0o755);
await writeFile(join(root, 'dist/THIRD-PARTY.txt'), await licences(Object.keys(metafile.inputs)));

/**
 * esbuild makes a chunk of every set of modules that the same entries reach, and every lazy module is an entry: the engine would fall into
 * fifty files, and finding and linking those took a third of the time to the first request. What the engine loads late is only ever loaded
 * after the engine itself, so those modules say that they need all of it, and all of it stays together.
 */
async function engineInOneChunk(): Promise<Plugin> {
  const late = new Set<string>();
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/\bimport\(\s*'(\.[^']+)'\s*\)/g)) {
      const target = resolve(root, dirname(file), specifier);
      if (!target.startsWith(join(root, 'src/frontends/'))) late.add(target);
    }
  }
  late.delete(engine);
  return {
    name: 'engine-in-one-chunk',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        if (!late.has(path)) return undefined;
        return { loader: 'ts', contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(engine)};\n` };
      });
    },
  };
}

/**
 * Node's own modules take time too: `node:crypto` alone 10 ms, `node:fs/promises` 4 ms. In the bundle their functions fetch them when they are
 * first called.
 */
function builtinsOnFirstUse(): Plugin {
  return {
    name: 'builtins-on-first-use',
    setup({ onLoad, onResolve }) {
      const late = /^node:(?:child_process|crypto|fs\/promises|timers\/promises|worker_threads)$/;
      onResolve({ filter: late }, ({ path }) => ({ path, namespace: 'late-builtin', sideEffects: false }));
      onLoad({ filter: /.*/, namespace: 'late-builtin' }, ({ path }) => ({ contents: lateBuiltin(path) }));
    },
  };
}

function lateBuiltin(id: string): string {
  const found: object = process.getBuiltinModule(id) ?? {};
  const functions = Object.entries(Object.getOwnPropertyDescriptors(found)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [name] : [],
  );
  const lines = functions.map(
    (name) =>
      `export function ${name}(...args) { const call = load().${name}; return new.target ? new call(...args) : call(...args); }`,
  );
  if ('constants' in found) lines.push("export const constants = process.getBuiltinModule('node:fs').constants;");
  return [`let found; const load = () => (found ??= process.getBuiltinModule(${JSON.stringify(id)}));`, ...lines].join(
    '\n',
  );
}

/** What the bundled packages ask to be told along with them. */
async function licences(inputs: readonly string[]): Promise<string> {
  const packages = new Set(inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  const texts: string[] = [];
  for (const name of [...packages].toSorted((a, b) => (a < b ? -1 : 1))) {
    const folder = join(root, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? await readFile(join(folder, file), 'utf8') : await licenceLine(folder);
    texts.push(`${name}\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(78)}\n\n`);
}

/** For packages that come without a licence file. */
async function licenceLine(folder: string): Promise<string> {
  type Manifest = { license?: string; author?: string | { name?: string } };
  const { license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const name = typeof author === 'string' ? author : author?.name;
  return `${license ?? 'See its'} licence. Copyright (c) ${name ?? 'its authors'}.`;
}
