/** The commands that coder runs by itself to check a change: whole lines, nothing else. */

export const VERIFY_COMMANDS = [
  'go test ./...',
  'pytest -q',
  'npm test -- --watch=false',
  'pnpm test -- --watch=false',
  'yarn test --watch=false',
  'cargo test',
  'mvn -q test',
  'gradle test',
  './gradlew test',
] as const;

export type VerifyCommand = (typeof VERIFY_COMMANDS)[number];

export function isVerifyCommand(line: string): line is VerifyCommand {
  return VERIFY_COMMANDS.some((command) => command === line);
}
