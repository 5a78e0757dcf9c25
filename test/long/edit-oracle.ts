/**
 * Real commits as the oracle of `edit` and `patch`: each hunk, distorted in every way, must be applied as intended or refused.
 * `node test/long/edit-oracle.ts [--hunks N] [--show N] [--seed N] [--rows TEXT] [repository …]`; the default is this repository.
 * `--rows` selects the distortions whose name contains that text.
 */

import { parseArgs } from 'node:util';
import { distortions } from '../oracle/distortions.ts';
import { judgeEdit, judgePatch, patchForms, type Verdict } from '../oracle/judge.ts';
import { randomFrom } from '../oracle/random.ts';
import { readHunks } from '../oracle/real-hunks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hunks: { type: 'string', default: '600' },
    show: { type: 'string', default: '3' },
    seed: { type: 'string', default: '0' },
    rows: { type: 'string', default: '' },
  },
});

type Counts = Record<Verdict['type'], number>;
const table = new Map<string, Counts>();
const shown = new Map<string, number>();
let wrong = 0;
let count = 0;

for (const repository of positionals.length > 0 ? positionals : ['.']) {
  const hunks = readHunks(repository, { commits: 4000, hunks: Number(values.hunks) });
  count += hunks.length;
  for (const [index, hunk] of hunks.entries()) {
    for (const { name, distort } of distortions) {
      if (!name.includes(values.rows)) continue;
      const distorted = distort(hunk.lines, randomFrom(Number(values.seed) * 7919 + index * 97 + name.length));
      if (!distorted) continue;
      tally(`edit   ${name}`, hunk.name, judgeEdit(hunk, distorted));
      if (distorted.isForEditOnly) continue;
      for (const form of patchForms)
        tally(`patch  ${name}`, `${hunk.name} (${form})`, judgePatch(hunk, distorted, form));
    }
  }
}

console.log(`${count} hunks`);
for (const [name, { right, refused, wrong: bad }] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(
    `${name.padEnd(60)} right ${String(right).padStart(6)}  refused ${String(refused).padStart(6)}  wrong ${bad}`,
  );
}
process.exitCode = wrong === 0 ? 0 : 1;

function tally(row: string, hunk: string, verdict: Verdict): void {
  const counts = table.get(row) ?? { right: 0, refused: 0, wrong: 0 };
  counts[verdict.type]++;
  table.set(row, counts);
  if (verdict.type !== 'wrong') return;
  wrong++;
  const times = (shown.get(row) ?? 0) + 1;
  shown.set(row, times);
  if (times > Number(values.show)) return;
  console.log(
    `\n##### ${row}, by ${verdict.stage}: ${hunk}\n${verdict.call}\n----- wrote (-) for meant (+)\n${difference(verdict.meant, verdict.wrote)}`,
  );
}

function difference(meant: string, wrote: string): string {
  const [a, b] = [meant.split('\n'), wrote.split('\n')];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const part = (lines: string[], sign: string) =>
    lines
      .slice(start, lines.length - end)
      .map((line) => `${sign}${JSON.stringify(line)}`)
      .join('\n');
  return `at line ${start + 1}\n${part(b, '-')}\n${part(a, '+')}`;
}
