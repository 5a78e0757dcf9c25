/** Bundles src into dist, split so that what is lazy stays lazy, in few files so that loading them stays quick. */

import { chmod, glob, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const engine = join(root, 'src/app/build-agent.ts');
const terminal = join(root, 'src/frontends/tty/start.ts');
/** Few runs need these. */
const LATE = /^node:(?:child_process|crypto|fs\/promises|timers\/promises|worker_threads)$/;
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
  charset: 'utf8',
  external: ['@lydell/node-pty', '@vscode/ripgrep'],
  define: { CODER_VERSION: JSON.stringify(version) },
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  plugins: [quickLoading(await wholeParts())],
});
await chmod(join(root, 'dist/cli.js'), 0o755);
await writeFile(join(root, 'dist/THIRD-PARTY.txt'), await licences(Object.keys(metafile.inputs)));

/**
 * esbuild makes a chunk of every set of modules that the same entries reach, and every lazy module is an entry: the engine would fall into
 * fifty files, and finding and linking those took a third of the time to the first request. What the engine loads late is only ever loaded
 * after the engine itself, so those modules say that they need all of it, and all of it stays together. So it is with the terminal. The small
 * commands load more than they need that way; they are not what people wait for.
 */
async function wholeParts(): Promise<Map<string, string>> {
  const needs = new Map<string, string>();
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/\bimport\(\s*'(\.[^']+)'\s*\)/g)) {
      const target = resolve(root, dirname(file), specifier);
      needs.set(target, target.startsWith(join(root, 'src/frontends/tty/')) ? terminal : engine);
    }
  }
  const early = ['compile-cache', 'explain-flags'].map((name) => join(root, `src/frontends/${name}.ts`));
  for (const alone of [engine, terminal, ...early]) needs.delete(alone);
  for (const target of [...needs.keys()].filter((file) => file.startsWith(join(root, 'src/words/'))))
    needs.delete(target);
  return needs;
}

/**
 * Node's own modules take time too. An `import` of one makes a list of all its exports, and with that loads whatever they load lazily: 5 ms for
 * `node:fs`, 7 for `node:util`, next to nothing where only the used functions are taken out of it. And those that few runs need (`node:crypto`
 * alone takes 10 ms) are fetched when one of their functions is first called.
 */
function quickLoading(needs: ReadonlyMap<string, string>): Plugin {
  const builtin = /^import \{([^}]*)\} from '(node:[\w/]+)';$/gm;
  return {
    name: 'quick-loading',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const body = text.search(/^(?!import |export .* from |\}|\/|\*| |$)/m); // where the imports are over; a text may hold some too
        const imports = text.slice(0, body).replace(builtin, (_, names: string, id: string) => taken(names, id));
        const needed = needs.has(path) ? `import ${JSON.stringify(needs.get(path))};` : '';
        return { loader: 'ts', contents: `${imports}${text.slice(body)}\n${needed}` };
      });
    },
  };
}

/** `import { a, type B, c as d }` of a module of Node, without its import. */
function taken(names: string, id: string): string {
  const all = names.split(',').map((name) => name.trim());
  const types = all.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  const values = all.filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.split(' as '));
  const lines = values.map(([name = '', local = name]) =>
    LATE.test(id) ? takenLate(name, local, id) : `const ${local} = process.getBuiltinModule('${id}').${name};`,
  );
  return [`import type { ${types.join(', ')} } from '${id}';`, ...lines].join(' ');
}

function takenLate(name: string, local: string, id: string): string {
  if (name === 'constants') return `const ${local} = process.getBuiltinModule('node:fs').constants;`;
  const value: unknown = Reflect.get(process.getBuiltinModule(id) ?? {}, name);
  if (typeof value !== 'function') throw new Error(`${name} of ${id} is no function: it cannot be taken late`);
  const call = `const call = process.getBuiltinModule('${id}').${name};`;
  return `function ${local}(...args) { ${call} return new.target ? new call(...args) : call(...args); }`;
}

/** What the bundled packages ask to be told along with them. */
async function licences(inputs: readonly string[]): Promise<string> {
  const packages = new Set(
    inputs.flatMap((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
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
