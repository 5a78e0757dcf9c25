/** Copies text that `read` shows into `edit`, over random files: `node test/long/copy-oracle.ts [--files N] [--from SEED]`. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCopyJudge } from '../oracle/judge-copy.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '2000' }, from: { type: 'string', default: '0' } },
});
const root = realpathSync(mkdtempSync(join(tmpdir(), 'coder-copy-')));
const counts: Record<string, number> = {};
try {
  const judge = createCopyJudge(root);
  const from = Number(values.from);
  for (let seed = from; seed < from + Number(values.files); seed++) {
    const verdict = await judge(seed);
    counts[verdict.type] = (counts[verdict.type] ?? 0) + 1;
    if (verdict.type === 'wrong')
      console.log(`${seed}: ${verdict.why}\n  ${JSON.stringify(verdict.passage.slice(0, 200))}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(counts);
if (counts['wrong']) process.exitCode = 1;
