import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDiff } from '../../../src/app/review/diff.ts';
import { checkFindings, countDropped, failing, SEVERITIES } from '../../../src/app/review/findings.ts';

const files = readDiff(
  'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -10,2 +10,3 @@\n x\n+y\n z\ndiff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n',
);
const text = `${Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n')}\nx\r\ny\nz\nlast\n`;
const finding = { file: 'src/a.ts', line: 11, severity: 'error', title: 'wrong', reason: 'because' };

async function check(...said: unknown[]) {
  return checkFindings(said, files, async (path) => (path === 'src/a.ts' ? text : undefined));
}

test('FLEET-5 a finding that is outside the diff, incomplete or repeated is dropped and counted', async () => {
  const { findings, dropped } = await check(
    finding,
    finding,
    { ...finding, title: 'other', file: './src/a.ts', line: '12', severity: 'HIGH' },
    { ...finding, file: 'b/src/a.ts', line: 10, end_line: 12, severity: 'low' },
    { ...finding, title: 'far', line: 10, end_line: 99 },
    { ...finding, file: 'gone', line: 1 },
    { ...finding, file: 'src/b.ts' },
    { ...finding, file: '/etc/passwd' },
    { ...finding, file: '__proto__' },
    { ...finding, line: 13 },
    { ...finding, line: 9 },
    { ...finding, line: 0 },
    { ...finding, line: 1.5 },
    { ...finding, severity: 'constructor' },
    { ...finding, title: ' ' },
    'text',
    null,
  );
  assert.deepEqual(
    findings.map(({ file, line, end_line, severity, title }) => [file, line, end_line, severity, title]),
    [
      ['gone', 1, undefined, 'error', 'wrong'],
      ['src/a.ts', 10, 12, 'note', 'wrong'],
      ['src/a.ts', 10, undefined, 'error', 'far'],
      ['src/a.ts', 11, undefined, 'error', 'wrong'],
      ['src/a.ts', 12, undefined, 'error', 'other'],
    ],
  );
  assert.deepEqual(dropped, { malformed: 6, file: 3, line: 2, suggestion: 0, repeated: 1 });
  assert.equal(countDropped(dropped), 12);
  assert.deepEqual(
    [...SEVERITIES, 'never' as const].map((level) => failing(findings, level)),
    [4, 4, 5, 0],
  );
});

test('FLEET-5 a suggestion is kept only if its old text is in the file over the line, and something changes', async () => {
  const suggested = (old: unknown, replacement: unknown, line = 11) => ({
    ...finding,
    line,
    title: JSON.stringify([old, replacement, line]),
    suggestion: { old, new: replacement },
  });
  const { findings, dropped } = await check(
    suggested('y', 'Y'),
    suggested('x\ny\nz\n', 'all\n'),
    suggested('y', ''),
    suggested('z\nlast', 'end', 12),
    suggested('y', 'y\n'),
    suggested('y ', 'Y'),
    suggested('x', 'X'),
    suggested('line 9', 'X'),
    suggested('', 'X'),
    suggested(1, 'X'),
    { ...finding, title: 'none', suggestion: 'do better' },
    { ...finding, file: 'gone', line: 1, title: 'deleted', suggestion: { old: 'g', new: 'h' } },
    { ...finding, title: 'null', suggestion: null },
  );
  assert.deepEqual(
    findings.map(({ suggestion }) => suggestion),
    [
      { start_line: 11, end_line: 11, old: 'y', new: 'Y' },
      { start_line: 10, end_line: 12, old: 'x\ny\nz', new: 'all' },
      { start_line: 11, end_line: 11, old: 'y', new: '' },
      undefined,
      { start_line: 12, end_line: 13, old: 'z\nlast', new: 'end' },
    ],
  );
  assert.equal(dropped.suggestion, 8);
});
