/** What is in the project's folder and how its tests run, judged by file names and package.json. */

import { parseObject } from '../base/parse-json.ts';
import { isPlainObject } from '../base/schema.ts';
import { folderEntries, textField } from './results.ts';
import { type Report, type Scene, type Script, use } from './script.ts';

export interface Project {
  /** Names in the project's folder; names of folders end with a slash. */
  entries: string[];
  /** The parsed package.json, or `{}`. */
  manifest: Record<string, unknown>;
  testCommand: string | undefined;
}

/** A file that marks a kind of project, and its test command. */
const KINDS: readonly [file: RegExp, command: string][] = [
  [/^go\.mod$/, 'go test ./...'],
  [/^Cargo\.toml$/, 'cargo test'],
  [/^(?:pyproject\.toml|pytest\.ini|test_\w+\.py)$/, 'python3 -m pytest -q'],
  [/^Makefile$/, 'make test'],
];

export function* readProject(scene: Scene): Script<Project | Report> {
  const listed = yield* use({ tool: 'list', args: {} }, scene);
  if ('isDone' in listed) return listed;
  const entries = folderEntries(listed);
  const path = 'package.json';
  const { result } = entries.includes(path) ? yield { tool: 'read', args: { path } } : { result: {} };
  const manifest = parseObject(textField(result, 'content'));
  const manager = entries.includes('pnpm-lock.yaml') ? 'pnpm' : entries.includes('yarn.lock') ? 'yarn' : 'npm';
  const kind = KINDS.find(([file]) => entries.some((name) => file.test(name)))?.[1];
  const hasScript = scriptsOf(manifest).some(([name]) => name === 'test');
  return { entries, manifest, testCommand: hasScript ? `${manager} test` : kind };
}

export function scriptsOf({ scripts }: Record<string, unknown>): [name: string, line: string][] {
  if (!isPlainObject(scripts)) return [];
  return Object.entries(scripts).flatMap(([name, line]) => (typeof line === 'string' ? [[name, line]] : []));
}
