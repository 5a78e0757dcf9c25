/** What kind of project this is and how it runs its chores, from its file names and its package.json. */

import { isPlainObject } from '../base/schema.ts';
import type { Script as Chore } from './intent.ts';
import { type FolderEntry, fileText, folderEntries } from './results.ts';
import type { Scene, Script } from './scene.ts';

export interface Project {
  entries: FolderEntry[];
  /** The parsed package.json, `{}` where there is none. */
  manifest: Record<string, unknown>;
  /** The command of each chore the project knows. */
  commands: Partial<Record<Chore, string>>;
}

export function* readProject(scene: Scene): Script<Project> {
  const { say } = scene;
  const listed = yield {
    tool: 'list',
    args: {},
    thinking: say('I will look at the project first.', '先看看项目里有什么。'),
  };
  const entries = folderEntries(listed);
  const names = new Set(entries.map(({ name }) => name));
  let manifest: Record<string, unknown> = {};
  if (names.has('package.json')) {
    const thinking = say('package.json tells which scripts there are.', 'package.json 里有脚本信息。');
    manifest = parseManifest(fileText(yield { tool: 'read', args: { path: 'package.json' }, thinking }).content);
  }
  return { entries, manifest, commands: commandsOf(names, manifest) };
}

export function scriptsOf(manifest: Record<string, unknown>): string[] {
  return isPlainObject(manifest.scripts) ? Object.keys(manifest.scripts) : [];
}

/** A file that marks a kind of project, and its chores. */
const KINDS: readonly { file: string; commands: Partial<Record<Chore, string>> }[] = [
  {
    file: 'go.mod',
    commands: { test: 'go test ./...', build: 'go build ./...', lint: 'go vet ./...', start: 'go run .' },
  },
  {
    file: 'Cargo.toml',
    commands: { test: 'cargo test', build: 'cargo build', lint: 'cargo clippy', start: 'cargo run' },
  },
  { file: 'pyproject.toml', commands: { test: 'pytest -q' } },
  { file: 'pytest.ini', commands: { test: 'pytest -q' } },
  { file: 'setup.py', commands: { test: 'pytest -q' } },
  { file: 'requirements.txt', commands: { test: 'pytest -q' } },
  { file: 'pom.xml', commands: { test: 'mvn -q test', build: 'mvn -q package' } },
  { file: 'gradlew', commands: { test: './gradlew test', build: './gradlew build' } },
  { file: 'build.gradle', commands: { test: 'gradle test', build: 'gradle build' } },
  { file: 'Makefile', commands: { test: 'make test', build: 'make' } },
];

function commandsOf(names: ReadonlySet<string>, manifest: Record<string, unknown>): Project['commands'] {
  const scripts = new Set(scriptsOf(manifest));
  if (names.has('package.json')) {
    const manager = names.has('pnpm-lock.yaml') ? 'pnpm' : names.has('yarn.lock') ? 'yarn' : 'npm';
    const entry = (chore: Chore, line: string) => (scripts.has(chore) ? { [chore]: line } : {});
    return {
      ...startOf(names),
      ...entry('test', `${manager} test`),
      ...entry('start', `${manager} start`),
      ...entry('build', `${manager} run build`),
      ...entry('lint', `${manager} run lint`),
    };
  }
  const known = KINDS.find(({ file }) => names.has(file))?.commands ?? {};
  const isPython = [...names].some((name) => name.endsWith('.py'));
  const hasTests = names.has('tests') || names.has('test') || [...names].some((name) => /^test_.*\.py$/.test(name));
  return { ...(isPython && hasTests && { test: 'pytest -q' }), ...startOf(names), ...known };
}

/** The file that a small project is started by. */
function startOf(names: ReadonlySet<string>): Project['commands'] {
  const file = ['main.py', 'app.py', 'index.js', 'main.js', 'server.js', 'app.js'].find((name) => names.has(name));
  return file === undefined ? {} : { start: `${file.endsWith('.py') ? 'python3' : 'node'} ${file}` };
}

function parseManifest(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {}; // a broken package.json names no scripts
    throw error;
  }
}
