/** Chooses the command that verifies: the person's, the configured one, the one used before, or the project's usual one. Pure. */

import { nearest } from '../../base/text/nearest.ts';
import { isKnownCheck, KNOWN_CHECKS, type KnownCheck } from '../../policy/verify-list.ts';
import type { ProjectFiles } from '../../protocol/project.ts';
import { namedCommand } from './asked.ts';
import { notedCheck } from './noted-check.ts';

export interface CommandFacts {
  /** The person's message. */
  input: string;
  /** `workflow.verify_commands`. */
  configured: readonly string[];
  /** True if the person configured them, not the project's file; then any command is accepted. */
  isOwn: boolean;
  /** The check that the model ran last. */
  used: string | undefined;
  project: ProjectFiles;
  /** Changed files, relative; in a project of several languages they decide which one counts. */
  edited: readonly string[];
}

/** Who named the command: the person, their settings, the model, the project's notes for agents, or the type of project. */
export type NamedBy = 'person' | 'settings' | 'model' | 'notes' | 'project';

export type Choice =
  | { kind: 'run'; command: string; by: NamedBy }
  | { kind: 'off-list'; command: string; instead?: KnownCheck }
  | { kind: 'none'; why: 'no-command' | 'no-script' };

export function chooseCommand({ input, configured, isOwn, used, project, edited }: CommandFacts): Choice {
  const named = namedCommand(input);
  if (named !== undefined) return { kind: 'run', command: named, by: 'person' };
  const [first] = configured;
  if (first !== undefined) {
    const command = isOwn ? first : configured.find(isKnownCheck);
    return command === undefined ? offList(first) : { kind: 'run', command, by: 'settings' }; // no other command runs in its place
  }
  if (used !== undefined) return { kind: 'run', command: used, by: 'model' };
  const noted = notedCheck(project.agentNotes ?? '');
  if (noted !== undefined) return { kind: 'run', command: noted, by: 'notes' };
  return byProject(project, edited);
}

/** The choice based on the type of project alone. */
export function byProject(project: ProjectFiles, edited: readonly string[]): Choice {
  const found = KINDS.flatMap(({ sources, choose }) => {
    const choice = choose(project);
    return choice ? [{ choice, touched: edited.some((path) => sources.test(path)) }] : [];
  });
  const runs = found.filter(({ choice }) => choice.kind === 'run');
  const best = runs.find(({ touched }) => touched) ?? runs[0] ?? found[0];
  return best?.choice ?? { kind: 'none', why: 'no-command' };
}

function offList(command: string): Choice {
  const meant = KNOWN_CHECKS.find((each) => each.startsWith(command)) ?? nearest(command, KNOWN_CHECKS);
  return { kind: 'off-list', command, ...(meant && isKnownCheck(meant) && { instead: meant }) };
}

interface Kind {
  /** Matches source files of this kind. */
  sources: RegExp;
  choose(project: ProjectFiles): Choice | undefined;
}

const run = (command: KnownCheck): Choice => ({ kind: 'run', command, by: 'project' });

const KINDS: readonly Kind[] = [
  { sources: /\.go$/, choose: ({ names }) => (names.includes('go.mod') ? run('go test ./...') : undefined) },
  { sources: /\.rs$/, choose: ({ names }) => (names.includes('Cargo.toml') ? run('cargo test') : undefined) },
  { sources: /\.(?:[cm]?[jt]sx?|vue|svelte|css|html|json)$/, choose: ofNode },
  { sources: /\.pyi?$/, choose: ofPython },
  { sources: /\.(?:java|kt|kts|groovy|scala|gradle)$/, choose: ofJava },
  { sources: /\.(?:cs|fs|vb|csproj|fsproj|sln)$/, choose: ofDotnet },
  { sources: /\.(?:c|cc|cpp|h|hpp)$/, choose: ({ hasMakeTest }) => (hasMakeTest ? run('make test') : undefined) },
];

/** Runners that would wait for changes at a terminal, and that accept the flag to prevent it. */
const WATCHES = /(?:^|[\s/"'])(?:jest|vitest|karma|ng|react-scripts)(?=\s|["']|$)/;

function ofNode({ names, testScript, packageManager = '' }: ProjectFiles): Choice | undefined {
  if (!names.includes('package.json')) {
    return names.includes('deno.json') || names.includes('deno.jsonc') ? run('deno test') : undefined;
  }
  const isBun = packageManager.startsWith('bun@') || names.includes('bun.lockb') || names.includes('bun.lock');
  if (testScript === undefined || /no test specified/.test(testScript)) return { kind: 'none', why: 'no-script' };
  const watches = WATCHES.test(testScript);
  if (packageManager.startsWith('pnpm@') || names.includes('pnpm-lock.yaml')) {
    return run(watches ? 'pnpm test -- --watch=false' : 'pnpm test');
  }
  if (packageManager.startsWith('yarn@') || names.includes('yarn.lock')) {
    return run(watches ? 'yarn test --watch=false' : 'yarn test');
  }
  if (isBun && /^bun test\b/.test(testScript)) return run('bun test');
  return run(watches ? 'npm test -- --watch=false' : 'npm test');
}

function ofPython({ names, configuresPytest }: ProjectFiles): Choice | undefined {
  const isSetUp = configuresPytest || names.includes('pytest.ini') || names.includes('conftest.py');
  const isPython = names.some((name) =>
    ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'tox.ini'].includes(name),
  );
  const hasTests = names.some((name) => name === 'tests' || name === 'test' || /^test_.*\.py$|_test\.py$/.test(name));
  const hasPythonTests = names.some((name) => /^test_.*\.py$|_test\.py$/.test(name));
  if (!(isSetUp || hasPythonTests || (isPython && hasTests))) return undefined;
  return run(names.includes('uv.lock') ? 'uv run pytest -q' : 'pytest -q');
}

function ofJava({ names }: ProjectFiles): Choice | undefined {
  if (names.includes('gradlew')) return run('./gradlew test');
  if (names.includes('pom.xml')) return run('mvn -q test');
  return names.some((name) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(name)) ? run('gradle test') : undefined;
}

function ofDotnet({ names }: ProjectFiles): Choice | undefined {
  return names.some((name) => /\.(?:sln|slnx|csproj|fsproj)$/.test(name)) ? run('dotnet test') : undefined;
}
