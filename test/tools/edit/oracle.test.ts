/** Hunks from this project's history, distorted the way models do; `test/long/edit-oracle.ts` does the same with any repository. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isLong } from '../../fixtures/long.ts';
import { distortions } from '../../oracle/distortions.ts';
import { judgeEdit, judgePatch, patchForms, type Verdict } from '../../oracle/judge.ts';
import { randomFrom } from '../../oracle/random.ts';
import { asHunk, type RealHunk } from '../../oracle/real-hunks.ts';

const hunks = readFileSync(new URL('../../data/real-hunks.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .flatMap((line) => {
    const { name, start, hunk, before } = JSON.parse(line) as Record<'name' | 'hunk' | 'before', string> & {
      start: number;
    };
    const lines = hunk.split('\n').map((text) => ({ kind: text[0], text: text.slice(1) })) as RealHunk['lines'];
    return asHunk({ name, start, lines }, before);
  });

test('all hunks are present', () => {
  assert.equal(hunks.length, 100);
});

describe('TOOL a distorted edit is applied as intended, or refused', () => {
  for (const [at, { name, distort }] of distortions.entries()) {
    test(name, () => {
      for (const [index, hunk] of hunks.entries()) {
        if (!isLong && (index + at) % 7 !== 0) continue;
        const distorted = distort(hunk.lines, randomFrom(index * 97 + name.length));
        if (!distorted) continue;
        assertNotWrong(hunk.name, judgeEdit(hunk, distorted));
        for (const form of distorted.isForEditOnly ? [] : patchForms) {
          assertNotWrong(`${hunk.name} (${form})`, judgePatch(hunk, distorted, form));
        }
      }
    });
  }
});

test('TOOL an undistorted edit, or one distorted only in blanks, quotes and line ends, is applied', () => {
  const harmless = [
    'as it is',
    'indented more',
    'blanks at line ends',
    'curly quotes',
    'CRLF in both',
    'CRLF in the file',
  ];
  for (const { name, distort } of distortions.filter((distortion) => harmless.includes(distortion.name))) {
    const verdicts = hunks.flatMap((hunk) => {
      const distorted = distort(hunk.lines, randomFrom(1));
      return distorted ? [judgeEdit(hunk, distorted).type] : [];
    });
    const done = verdicts.filter((verdict) => verdict === 'right').length;
    assert.ok(done / verdicts.length > 0.95, `${name}: ${done} of ${verdicts.length}`);
  }
});

function assertNotWrong(name: string, verdict: Verdict): void {
  if (verdict.type === 'wrong')
    assert.equal(verdict.wrote, verdict.meant, `${name}, by ${verdict.stage}:\n${verdict.call}`);
}
