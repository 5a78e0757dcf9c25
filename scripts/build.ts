/** Bundles src into dist, split so that what is lazy stays lazy. */

import { build } from 'esbuild';
import { chmod, rm, stat, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string };

await rm(`${root}/dist`, { recursive: true, force: true });
await build({
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
});
await chmod(`${root}/dist/cli.js`, 0o755);
await stat(`${root}/dist/index.js`);
