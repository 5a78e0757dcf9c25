/** Reads what a test runner printed: the first failing test, what it wanted and what it got. */

export interface Failure {
  test: string | undefined;
  /** As the runner prints them, such as `11` or `'ok'`. */
  expected: string | undefined;
  actual: string | undefined;
}

/** node --test as TAP and as people see it, pytest, unittest. */
const NAMES = [
  /^ *not ok \d+ - (?<test>.+?)(?: # .*)?$/m,
  /^ *✖ (?!failing tests)(?<test>.+?) \([\d.]+ ?ms\)$/m,
  /^FAILED \S+::(?<test>\w+)/m,
  /^FAIL: (?<test>\w+)/m,
];
const VALUES = [
  /^ *(?<actual>\S.*) !== (?<expected>.*\S)$/m,
  /^E +assert (?<actual>.+?) == (?<expected>.+)$/m,
  /^AssertionError: (?<actual>\S+) != (?<expected>\S+)$/m,
  /^ *expected: (?<expected>\S.*)\n *actual: (?<actual>\S.*)$/m,
];

export function readFailure(output: string): Failure {
  const { test } = firstMatch(NAMES, output);
  const { expected, actual } = firstMatch(VALUES, output);
  return { test, expected, actual };
}

function firstMatch(patterns: readonly RegExp[], text: string): Partial<Failure> {
  return patterns.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
}

/** How many tests passed, if it says so. */
export function passedIn(output: string): string | undefined {
  return /^(?:#|ℹ) pass (\d+)$|\b(\d+) passed\b/m.exec(output)?.slice(1).find(Boolean);
}
