/** Which files are documents, and how changed files are named. Pure. */

const DOCUMENT = /(?:^|[\\/])docs[\\/]|\.(?:md|mdx|txt|rst|adoc)$/i;
/** Text by their name, but a check reads them. */
const NOT_PROSE = /(?:^|[\\/])(?:requirements[\w.-]*|constraints[\w.-]*|CMakeLists)\.txt$/i;
/** Files that say what a check runs, rather than what it is run on. */
const RUNS_CHECK =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|pytest\.ini|conftest\.py|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|build\.rs|Cargo\.toml|\.cargo\/config(?:\.toml)?|go\.mod|pom\.xml|\.mvn\/.*|gradlew(?:\.bat)?|gradle\/.*|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|(?:jest|vitest|vite|babel)\.(?:config|setup)\.\w+|\.mocharc\.\w+)$/;

/** Paths are relative to the working directory: a folder `docs` above it says nothing. */
export function isDocument(path: string): boolean {
  return DOCUMENT.test(path) && !NOT_PROSE.test(path);
}

export function decidesWhatRuns(path: string): boolean {
  return RUNS_CHECK.test(path);
}

/** As the person knows them: relative to the working directory where they lie below it. */
export function relativePaths(paths: readonly string[], cwd: string): string[] {
  const below = cwd.endsWith('/') ? cwd : `${cwd}/`;
  return paths.map((path) => (path.startsWith(below) ? path.slice(below.length) : path));
}
