/** The test command: builds what ships and runs the test files in temporary folders, each within a time limit. */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { shortFolder } from '../test/fixtures/run-coder.ts';

/** Many times what a quiet machine needs: a test that waits forever fails by name, and the suite always ends. */
const TEST_LIMIT_MS = 120_000;
const SUITE_LIMIT_MS = 30 * 60_000;
/** Starting a process and importing costs more than what most files test. */
const FILES_PER_PROCESS = { most: 30, fewest: 12 };
const SCENARIOS_PER_PROCESS = 4;
/** More than the two cores, because tests spend two fifths of their time waiting for disks, timers and programs they started. */
const CONCURRENCY = 6;
/** All but `test/outside`, which needs real servers and queues; CI installs those and runs it as a separate step. */
const USUAL = ['test/*.test.ts', 'test/!(outside)/**/*.test.ts'];

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Tests run on Node 24 (found ${process.version}). The package "node" brings it: run "npm ci" without --ignore-scripts, or "npm rebuild node".`,
  );
  process.exit(1);
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true } },
});
const built = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const base = realpathSync(mkdtempSync(join(shortFolder(), 'suite-')));
chmodSync(base, 0o711); // some tests run coder as another user
spread(base);
process.on('exit', () => remove(base));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
const home = join(base, 'home');
mkdirSync(home);
// Most of a short run is compiling, so tests and the programs they start keep compiled code.
Object.assign(process.env, {
  HOME: home,
  TMPDIR: base,
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/coder-tests'),
  PATH: shimsLast(process.env.PATH ?? ''),
});

const failures: string[] = [];
const skipped = new Map<string, number>();
const tests = run({
  files: processes(positionals.length > 0 ? positionals : USUAL),
  concurrency: CONCURRENCY,
  signal: AbortSignal.timeout(SUITE_LIMIT_MS),
  // A small young generation: for every program started, Node copies the page tables of all its memory.
  execArgv: [`--test-timeout=${TEST_LIMIT_MS}`, '--max-semi-space-size=4', '--import=./scripts/test-file.ts'],
  ...(values['test-name-pattern'] && { testNamePatterns: values['test-name-pattern'] }),
});
tests.on('test:fail', ({ name }) => failures.push(name));
tests.on('test:pass', ({ skip }) => {
  if (skip === undefined) return;
  const reason = typeof skip === 'string' ? skip : 'no reason given';
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
});
const report = tests.compose(spec);
report.pipe(process.stdout);
await finished(report);

for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`);
const complaints = [...litter(), ...(process.env.CI ? missingPrograms() : [])];
for (const complaint of complaints) console.error(complaint);
// A program that a test left behind may hold a pipe of this process, which would then wait for it.
process.exit(failures.length > 0 || complaints.length > 0 ? 1 : 0);

/**
 * ext4 creates a file in its folder's inode group, and first tries every inode there that was freed in the last minutes. Tests create and
 * remove thousands: with this flag each test folder goes to another group, like folders at the top of a disk. No effect on other file
 * systems.
 */
function spread(folder: string): void {
  spawnSync('chattr', ['+T', folder], { stdio: 'ignore' });
}

/**
 * Moves version manager shims to the end: a shim starts a dozen shells before the program, so it should only be used if there is nothing
 * else.
 */
function shimsLast(path: string): string {
  const folders = path.split(delimiter);
  const isShims = (folder: string): boolean => basename(folder) === 'shims';
  return [...folders.filter((folder) => !isShims(folder)), ...folders.filter(isShims)].join(delimiter);
}

/** Also removes what a failed test left read-only. */
function remove(folder: string): void {
  spawnSync('chmod', ['-R', 'u+rwX', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Scenarios take longest, so they start first; started last, one of them would run alone at the end. Neighbouring ones are alike and long,
 * so they are spread over the processes.
 */
function processes(patterns: readonly string[]): string[] {
  const files = globSync(patterns.map(inFolder)).sort();
  if (files.length === 0) {
    console.error(`No test file matches ${patterns.join(' ')}.`);
    process.exit(1);
  }
  const isScenario = (file: string): boolean => file.startsWith(join('test', 'scenarios'));
  const scenarios = files.filter(isScenario);
  const count = Math.ceil(scenarios.length / SCENARIOS_PER_PROCESS);
  const dealt = Array.from({ length: count }, (_, at) => scenarios.filter((_, index) => index % count === at));
  const others = files.filter((file) => !isScenario(file));
  const folder = join(base, 'groups');
  mkdirSync(folder);
  return [...dealt, ...slices(others)].map((own, index) => writeGroup(join(folder, `${index + 1}.mjs`), own));
}

/** A folder stands for every test file in it. */
function inFolder(pattern: string): string {
  const isFolder = statSync(pattern, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(pattern, '**', '*.test.ts') : pattern;
}

/** Neighbours import the same. Fewer to a process towards the end, so that none is left to run there alone. */
function slices(files: readonly string[]): string[][] {
  const { most, fewest } = FILES_PER_PROCESS;
  const count = Math.min(most, Math.max(fewest, Math.ceil(files.length / CONCURRENCY)));
  return files.length === 0 ? [] : [files.slice(0, count), ...slices(files.slice(count))];
}

/** Writes a file that runs several test files, each as a suite with its name. */
function writeGroup(group: string, files: readonly string[]): string {
  const suites = files.map(
    (file) =>
      `suite(${JSON.stringify(file)}, async () => void await import(${JSON.stringify(pathToFileURL(resolve(file)))}));`,
  );
  writeFileSync(group, ["import { suite } from 'node:test';", ...suites, ''].join('\n'));
  return group;
}

/** Files that tests left in their folders. Logs of npm, and what npm and compilers make Node cache, do not count. */
function litter(): string[] {
  const inTemp = readdirSync(base).filter((name) => !['home', 'groups', 'node-compile-cache'].includes(name));
  const inHome = readdirSync(home).filter((name) => name !== '.npm');
  return [...inTemp, ...inHome.map((name) => join('home', name))].map((name) => {
    const isFolder = statSync(join(base, name)).isDirectory();
    const inside = isFolder ? readdirSync(join(base, name), { recursive: true, encoding: 'utf8' }).slice(-3) : [];
    return `litter: a test left ${[name, ...inside].join(', ')} behind`;
  });
}

/** In CI every program is installed, so that nothing goes untested there. */
function missingPrograms(): string[] {
  const reasons = [...skipped.keys()].filter((reason) => reason.startsWith('needs the program'));
  return reasons.map((reason) => `CI must not skip a test for a missing program: ${reason}`);
}
