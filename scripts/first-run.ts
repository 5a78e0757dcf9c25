/**
 * Records which functions run before the first prompt and in the first calls: `node scripts/first-run.ts`. The build compiles those along
 * with their files. An outdated list only makes coder a little slower.
 */

import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { coderEnv, runNode } from '../bench/measure.ts';
import { sit } from '../bench/typist.ts';
import { jobRepository, startJobModel } from '../test/fixtures/job-model.ts';
import { call, say, startModelServer } from '../test/fixtures/model-server.ts';
import { loadPty } from '../test/fixtures/terminal.ts';
import { type FoundFunction, functionsOf } from './eager/functions.ts';

interface Coverage {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'src', 'cli.ts');
/** The most characters between where V8 and the source say a function starts: `export `, `async `. */
const NEAR = 20;

const scratch = mkdtempSync(join(tmpdir(), 'coder-first-run-'));
const found = new Map<string, Set<string>>();
try {
  await runBoth(join(scratch, 'both'));
  await runJobs(join(scratch, 'jobs'));
  for (const file of [...globSync('both/*.json', { cwd: scratch }), ...globSync('jobs/*.json', { cwd: scratch })]) {
    const { result } = JSON.parse(readFileSync(join(scratch, file), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(join(root, 'src/')).href)) continue;
      const path = fileURLToPath(url).slice(root.length);
      const all = flat(functionsOf(path, readFileSync(join(root, path), 'utf8')));
      for (const [whole] of functions.map(({ ranges }) => ranges)) {
        const one = whole && whole.count > 0 ? at(all, whole) : undefined;
        if (one) found.set(path, (found.get(path) ?? new Set()).add(one.path));
      }
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const sorted = [...found]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([file, paths]) => [file, [...paths].toSorted().join(' ')]);
writeFileSync(
  new URL('eager/first-run.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
);

/** Runs `coder -p` with a file read and a command, and `coder` until it shows its prompt, in a project with instructions. */
async function runBoth(coverage: string): Promise<void> {
  writeFileSync(join(scratch, 'a.txt'), 'one\n');
  writeFileSync(join(scratch, 'AGENTS.md'), 'Keep it short.\n');
  const steps = [call('read', { path: 'a.txt' }), call('bash', { command: 'true' }), say('done')];
  await using server = await startModelServer(steps);
  const env = { ...coderEnv(server.url, scratch), NODE_V8_COVERAGE: coverage };
  const { exitCode } = await runNode([cli, '-p', 'go', '--mode', 'yolo'], { cwd: scratch, env });
  if (exitCode !== 0) throw new Error(`coder -p ended with ${exitCode}`);
  const pty = await loadPty();
  if (!pty) throw new Error('This needs a pseudo-terminal.');
  const typist = sit(pty, process.execPath, [cli], { cwd: scratch, env: { ...env, TERM: 'xterm-256color' } });
  await typist.until((output) => output.includes('model: bench-model'));
  await typist.settle();
  await typist.leave();
}

/** Runs `coder run` in a repository, both in the folder and in a worktree: a job should cost little beyond its run. */
async function runJobs(coverage: string): Promise<void> {
  const repo = jobRepository(join(scratch, 'repo'));
  await using server = await startJobModel(1);
  const env = { ...coderEnv(server.url, scratch), NODE_V8_COVERAGE: coverage };
  for (const worktree of [false, true]) {
    const spec = join(scratch, 'job.json');
    const id = `first-${worktree}`;
    writeFileSync(spec, JSON.stringify({ id, cwd: repo, prompt: `JOB ${id}`, mode: 'auto-edit', worktree }));
    const { exitCode } = await runNode([cli, 'run', '--spec', spec], { cwd: repo, env });
    if (exitCode !== 0) throw new Error(`coder run ended with ${exitCode}`);
  }
}

function flat(functions: readonly FoundFunction[]): FoundFunction[] {
  return functions.flatMap((one) => [one, ...flat(one.inner)]);
}

function at(
  all: readonly FoundFunction[],
  { startOffset, endOffset }: { startOffset: number; endOffset: number },
): FoundFunction | undefined {
  const distance = ({ start }: FoundFunction): number => Math.abs(start - startOffset);
  const near = all.filter((one) => one.end === endOffset && distance(one) < NEAR);
  return near.toSorted((a, b) => distance(a) - distance(b))[0];
}
