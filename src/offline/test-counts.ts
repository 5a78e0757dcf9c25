/** How many tests passed and failed, from what the usual runners print. */

export interface TestCounts {
  passed: number;
  failed: number;
}

/** Each finds one number; the pass row decides whether it is that runner. */
const RUNNERS: readonly { passed: RegExp; failed: RegExp }[] = [
  { passed: /^(?:#|ℹ) pass (\d+)$/m, failed: /^(?:#|ℹ) fail (\d+)$/m },
  { passed: /^Tests:.*?(\d+) passed/m, failed: /^Tests:.*?(\d+) failed/m },
  { passed: /^\s*Tests\s.*?(\d+) passed/m, failed: /^\s*Tests\s.*?(\d+) failed/m },
  { passed: /^=*.*?\b(\d+) passed.* in [\d.]+s/m, failed: /^=*.*?\b(\d+) failed.* in [\d.]+s/m },
  { passed: /^test result: .*?(\d+) passed/m, failed: /^test result: .*?(\d+) failed/m },
  { passed: /^\s*(\d+) passing\b/m, failed: /^\s*(\d+) failing\b/m },
];

export function testCounts(output: string): TestCounts | undefined {
  for (const { passed, failed } of RUNNERS) {
    const pass = passed.exec(output)?.[1];
    const fail = failed.exec(output)?.[1];
    if (pass !== undefined || fail !== undefined) return { passed: Number(pass ?? 0), failed: Number(fail ?? 0) };
  }
  return undefined;
}
