/** The test command: checks the Node it runs on, builds what ships, runs every test file. */

import { spawnSync } from 'node:child_process';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Tests run on Node 24 (found ${process.version}). The package "node" brings it: run "npm ci" without --ignore-scripts, or "npm rebuild node".`,
  );
  process.exit(1);
}

const only = process.argv.slice(2);
run(['scripts/build.ts']);
run(['--test', '--test-concurrency=2', ...(only.length > 0 ? only : ['test/**/*.test.ts'])]);

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
