/** Tells which files are documents, tests or check configuration, and how changed files are named. Pure. */

import { shownPath } from '../../base/files/paths.ts';
import type { Change } from '../turn-state.ts';

const DOCUMENT = /(?:^|[\\/])docs[\\/]|\.(?:md|mdx|txt|rst|adoc)$/i;
/** Files that look like text by their name but are read by checks. */
const NOT_PROSE = /(?:^|[\\/])(?:requirements[\w.-]*|constraints[\w.-]*|CMakeLists)\.txt$/i;
/** Files that decide what a check runs, rather than what it runs on. */
const RUNS_CHECK =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|pytest\.ini|conftest\.py|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|build\.rs|Cargo\.toml|\.cargo\/config(?:\.toml)?|go\.mod|pom\.xml|\.mvn\/.*|gradlew(?:\.bat)?|gradle\/.*|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|[Mm]akefile|GNUmakefile|deno\.jsonc?|(?:jest|vitest|vite|babel)\.(?:config|setup)\.\w+|\.mocharc\.\w+)$/;

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|\/)(?:tests?|specs?)\.\w+$|(?:^|\/)test_[^/]*\.\w+$|[._-](?:tests?|specs?)\.\w+$/i;

export function isProse(change: Change): boolean {
  return change.kind === 'file' && isDocument(change.path);
}

/** Expects a path relative to the working folder, because a folder `docs` above it means nothing. */
export function isDocument(path: string): boolean {
  return DOCUMENT.test(path) && !NOT_PROSE.test(path);
}

export function decidesWhatRuns(path: string): boolean {
  return RUNS_CHECK.test(path);
}

/** True for a file that the check itself runs. */
export function isTestFile(path: string): boolean {
  return TEST.test(path);
}

/** Changes with paths as the person knows them: relative to the working folder if they are below it. */
export function relativeChanges(changes: readonly Change[], cwd: string): Change[] {
  return changes.map((change) =>
    change.kind === 'file' ? { kind: 'file', path: shownPath(cwd, change.path) } : change,
  );
}

export function editedFiles(changes: readonly Change[], cwd: string): string[] {
  return relativeChanges(changes, cwd).flatMap((change) => (change.kind === 'file' ? [change.path] : []));
}
