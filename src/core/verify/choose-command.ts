/** Which command verifies: the person's, the configured one, or the project's usual one. Pure; only listed lines come out. */

import { nearest } from '../../base/text/nearest.ts';
import { isVerifyCommand, VERIFY_COMMANDS, type VerifyCommand } from '../../policy/verify-list.ts';
import type { ProjectFiles } from '../../protocol/project.ts';
import { namedCommand } from './asked.ts';

export interface CommandFacts {
  /** What the person wrote. */
  input: string;
  /** `workflow.verify_commands`. */
  configured: readonly string[];
  project: ProjectFiles;
  /** Changed files, relative: in a project of several languages they say which one counts. */
  edited: readonly string[];
}

export type Choice =
  | { kind: 'run'; command: VerifyCommand }
  | { kind: 'off-list'; command: string; instead?: VerifyCommand }
  | { kind: 'none'; why: 'no-command' | 'no-script' | 'would-watch' };

export function chooseCommand({ input, configured, project, edited }: CommandFacts): Choice {
  const named = namedCommand(input);
  if (named !== undefined) return isVerifyCommand(named) ? { kind: 'run', command: named } : offList(named);
  const listed = configured.find(isVerifyCommand);
  if (listed) return { kind: 'run', command: listed };
  const [refused] = configured;
  if (refused !== undefined) return offList(refused); // nothing else runs in its place
  return byProject(project, edited);
}

function offList(command: string): Choice {
  const meant = VERIFY_COMMANDS.find((each) => each.startsWith(command)) ?? nearest(command, VERIFY_COMMANDS);
  return { kind: 'off-list', command, ...(meant && isVerifyCommand(meant) && { instead: meant }) };
}

interface Kind {
  /** Of source files of this kind. */
  sources: RegExp;
  choose(project: ProjectFiles): Choice | undefined;
}

const run = (command: VerifyCommand): Choice => ({ kind: 'run', command });

const KINDS: readonly Kind[] = [
  { sources: /\.go$/, choose: ({ names }) => (names.includes('go.mod') ? run('go test ./...') : undefined) },
  { sources: /\.rs$/, choose: ({ names }) => (names.includes('Cargo.toml') ? run('cargo test') : undefined) },
  { sources: /\.(?:[cm]?[jt]sx?|vue|svelte|css|html|json)$/, choose: ofNode },
  { sources: /\.pyi?$/, choose: ofPython },
  { sources: /\.(?:java|kt|kts|groovy|scala|gradle)$/, choose: ofJava },
];

function byProject(project: ProjectFiles, edited: readonly string[]): Choice {
  const found = KINDS.flatMap(({ sources, choose }) => {
    const choice = choose(project);
    return choice ? [{ choice, touched: edited.some((path) => sources.test(path)) }] : [];
  });
  const runs = found.filter(({ choice }) => choice.kind === 'run');
  const best = found.find(({ touched }) => touched) ?? runs[0] ?? found[0];
  return best?.choice ?? { kind: 'none', why: 'no-command' };
}

function ofNode({ names, testScript, packageManager = '' }: ProjectFiles): Choice | undefined {
  if (!names.includes('package.json')) return undefined;
  if (testScript === undefined || /no test specified/.test(testScript)) return { kind: 'none', why: 'no-script' };
  if (wouldWatch(testScript)) return { kind: 'none', why: 'would-watch' };
  if (packageManager.startsWith('pnpm@') || names.includes('pnpm-lock.yaml')) return run('pnpm test -- --watch=false');
  if (packageManager.startsWith('yarn@') || names.includes('yarn.lock')) return run('yarn test --watch=false');
  return run('npm test -- --watch=false');
}

/** `node --test` without a file takes an appended `--watch=false` for `--watch`, and would never end. */
function wouldWatch(script: string): boolean {
  const last = (script.split(/&&|\|\||;/).at(-1) ?? '').trim().split(/\s+/);
  const words = last.slice(last.findIndex((word) => /^(?:.*[\\/])?node(?:\.exe)?$/.test(word)) + 1);
  const at = words.indexOf('--test');
  if (at < 0 || words.length === last.length) return false;
  const isFlag = (word: string, index: number, all: string[]) =>
    word.startsWith('-') || all[index - 1]?.startsWith('-') === true;
  return words.slice(0, at).every(isFlag) && words.slice(at + 1).every((word) => word.startsWith('-'));
}

function ofPython({ names, configuresPytest }: ProjectFiles): Choice | undefined {
  const isSetUp = configuresPytest || names.includes('pytest.ini') || names.includes('conftest.py');
  const isPython = names.some((name) =>
    ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'tox.ini'].includes(name),
  );
  const hasTests = names.some((name) => name === 'tests' || name === 'test' || /^test_.*\.py$|_test\.py$/.test(name));
  const hasPythonTests = names.some((name) => /^test_.*\.py$|_test\.py$/.test(name));
  return isSetUp || hasPythonTests || (isPython && hasTests) ? run('pytest -q') : undefined;
}

function ofJava({ names }: ProjectFiles): Choice | undefined {
  if (names.includes('gradlew')) return run('./gradlew test');
  if (names.includes('pom.xml')) return run('mvn -q test');
  return names.some((name) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(name)) ? run('gradle test') : undefined;
}
