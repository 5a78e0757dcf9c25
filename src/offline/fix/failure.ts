/** Reads the output of a test runner: the first failing test, the expected and the actual value. */

export interface Failure {
  test: string | undefined;
  /** The values as the runner prints them, such as `11` or `'ok'`. */
  expected: string | undefined;
  actual: string | undefined;
}

/** node --test as TAP and in its readable form, pytest, unittest. */
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

/** The number of tests that passed, if the output states it. */
export function passedIn(output: string): string | undefined {
  return /^(?:#|ℹ) pass (\d+)$|\b(\d+) passed\b/m.exec(output)?.slice(1).find(Boolean);
}
