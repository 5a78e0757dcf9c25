/** Names what failed in the output of a check, so that two runs can be compared. Pure. */

const FAILURES: readonly RegExp[] = [
  /^\s*not ok \d+ - (.+?)(?: # .*)?$/, // TAP
  /^\s*✖ (.+?)(?: \(\d[\d.]*m?s\))?$/, // node
  /^\s*[✕×] (.+?)(?: \(?\d+ ?m?s\)?)?$/, // jest, vitest
  /^\s*● (.+)$/, // jest
  /^\s*(FAIL\s+\S.*?)(?: \(?\d[\d.]* ?m?s\)?)?$/, // jest, vitest, go packages
  /^\s*--- (FAIL: \S+)/, // go
  /^(?:FAILED|ERROR) (\S+)/, // pytest
  /^test (\S+) \.\.\. FAILED$/, // cargo
  /^(error(?:\[E\d+\])?: .+)$/, // rustc
  /^\[ERROR\]\s+(\S[^\s.:]*[.:]\S.*)$/, // maven
  /^(\S+ > .+) FAILED$/, // gradle
];
const MOST = 200;

export function failuresIn(output: string): string[] {
  const found = new Set<string>();
  for (const line of output.split('\n')) {
    const name = failureIn(line);
    if (name !== undefined && found.size < MOST) found.add(name);
  }
  return [...found];
}

/** The failure that a line names; `undefined` if none. */
export function failureIn(line: string): string | undefined {
  const name = FAILURES.map((pattern) => pattern.exec(line)?.[1]?.trim()).find((each) => each !== undefined);
  return name === 'failing tests:' ? undefined : name;
}

/** Failures that were not there before. */
export function newFailures(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((failure) => !before.includes(failure));
}
