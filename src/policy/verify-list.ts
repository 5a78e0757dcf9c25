/** Checks recognised by their whole line: those a project's files may name, and those found by project type. */

export const KNOWN_CHECKS = [
  'go test ./...',
  'pytest -q',
  'npm test',
  'pnpm test',
  'yarn test',
  'bun test',
  'deno test',
  'cargo test',
  'mvn -q test',
  'gradle test',
  './gradlew test',
  'make test',
  'dotnet test',
  'tox',
  'uv run pytest -q',
  'npm test -- --watch=false',
  'pnpm test -- --watch=false',
  'yarn test --watch=false',
] as const;

export type KnownCheck = (typeof KNOWN_CHECKS)[number];

export function isKnownCheck(line: string): line is KnownCheck {
  return KNOWN_CHECKS.some((command) => command === line);
}
