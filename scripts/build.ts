/** Bundles src into dist, split so that lazy modules stay lazy, in few files so that they load quickly; writes the schemas that ship beside it. */

import { chmod, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { withAsciiPatterns } from './eager/ascii-patterns.ts';
import { compiledAhead } from './eager/compile-ahead.ts';
import { findParts, lateFrom, type Parts } from './parts.ts';
import { billOfMaterials } from './sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TAKEN = JSON.stringify(join(root, 'scripts/eager/taken.ts'));
/** Modules that few runs need. */
const LATE = /^node:(?:child_process|crypto|fs\/promises|timers\/promises|worker_threads)$/;
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };

/** The functions that run before the first request, by source file (written by `first-run.ts`). */
const firstRun = JSON.parse(await readFile(join(root, 'scripts/eager/first-run.json'), 'utf8')) as Record<
  string,
  string
>;

const shared = {
  metafile: true,
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  charset: 'ascii',
  external: ['@lydell/node-pty', '@vscode/ripgrep'],
  drop: ['console'], // no code prints on its own: a warning from a package would reach the screen unsanitised
  define: { CODER_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
} satisfies BuildOptions;

if ((await lstat(join(root, 'node_modules'))).isSymbolicLink()) {
  console.error('node_modules is a link: the names of files would depend on where it leads. Run "npm ci" here.');
  process.exit(1);
}
await rm(join(root, 'dist'), { recursive: true, force: true });
const parts = await findParts(root);
const chunks = await build({
  ...shared,
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    ...parts.fromEntry.map((file) => ({ in: file, out: `chunks/${flatName(file)}` })),
  ],
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [quickLoading(parts.alongWith)],
});
const entry = await build({
  ...shared,
  entryPoints: [{ in: 'src/cli.ts', out: 'cli' }],
  plugins: [quickLoading(new Map()), lateFrom(root, parts, flatName)],
});
await chmod(join(root, 'dist/cli.js'), 0o755);
const packages = packagesIn([chunks, entry].flatMap(({ metafile }) => Object.keys(metafile.inputs)));
await writeFile(join(root, 'dist/THIRD-PARTY.txt'), await licences(packages));
await writeFile(join(root, 'dist/sbom.cdx.json'), billOfMaterials(root, packages));
const { writeSchemas } = await import('./schemas.ts'); // loads src, which needs the packages
await writeSchemas(root);

/** `src/frontends/tty/start.ts` → `tty-start`. */
function flatName(file: string): string {
  return file.split('/').slice(-2).join('-').replace(/\.ts$/, '');
}

/**
 * Makes Node's own modules load quickly. An `import` of one lists all its exports, which loads everything they load lazily: 5 ms for
 * `node:fs`, 7 for `node:util`; taking only the used functions costs next to nothing. Modules that few runs need (`node:crypto` alone takes
 * 10 ms) are loaded when one of their functions is first called. A Node that is too old lacks `getBuiltinModule`, but must still start far
 * enough to report that it is too old.
 */
function quickLoading(alongWith: Parts['alongWith']): Plugin {
  const builtin = /^import \{([^}]*)\} from '(node:[\w/]+)';$/gm;
  return {
    name: 'quick-loading',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const file = relative(root, path);
        const text = compiledAhead(
          file,
          withAsciiPatterns(file, await readFile(path, 'utf8')),
          new Set(firstRun[file]?.split(' ')),
        );
        const body = text.search(/^(?!import |export .* from |\}|\/|\*| |$)/m); // end of the imports; a string may contain some too
        const imports = text.slice(0, body).replace(builtin, (_, names: string, id: string) => taken(names, id));
        const others = alongWith.get(relative(root, path)) ?? [];
        const needed = others
          .map((other) => `import ${JSON.stringify(`./${relative(dirname(path), join(root, other))}`)};`)
          .join('');
        return { loader: 'ts', contents: `${imports}${text.slice(body)}\n${needed}` };
      });
    },
  };
}

/** Rewrites `import { a, type B, c as d }` of a Node module to code without that import. */
function taken(names: string, id: string): string {
  const all = names.split(',').map((name) => name.trim());
  const types = all.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  const values = all.filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.split(' as '));
  const take = `take_${id.replaceAll(/\W/g, '_')}`;
  const how = LATE.test(id) ? 'takeLate' : 'take';
  const lines = values.map(([name = '', local = name]) => {
    if (name === 'constants' && id === 'node:fs/promises')
      return `const ${local} = process.getBuiltinModule('node:fs').constants;`;
    if (how === 'takeLate') expectFunction(name, id);
    return `const ${local} = /* @__PURE__ */ ${take}('${id}', '${name}');`;
  });
  return [
    `import type { ${types.join(', ')} } from '${id}'; import { ${how} as ${take} } from ${TAKEN};`,
    ...lines,
  ].join(' ');
}

function expectFunction(name: string, id: string): void {
  const value: unknown = Reflect.get(process.getBuiltinModule(id) ?? {}, name);
  if (typeof value !== 'function') throw new Error(`${name} of ${id} is not a function, so it cannot be loaded late`);
}

function packagesIn(inputs: readonly string[]): string[] {
  const found = inputs.flatMap((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(found)].toSorted((a, b) => (a < b ? -1 : 1));
}

/** The licence texts that the bundled packages require to be shipped. */
async function licences(packages: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const name of packages) {
    const folder = join(root, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? await readFile(join(folder, file), 'utf8') : await licenceLine(folder);
    texts.push(`${name}\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(78)}\n\n`);
}

/** For packages without a licence file. */
async function licenceLine(folder: string): Promise<string> {
  type Manifest = { license?: string; author?: string | { name?: string } };
  const { license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const name = typeof author === 'string' ? author : author?.name;
  return `${license ?? 'See its'} licence. Copyright (c) ${name ?? 'its authors'}.`;
}
