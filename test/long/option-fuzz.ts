/** Runs every flag listed as read-only under strace: `node test/long/option-fuzz.ts [LINES] [SEED]`. */

import { watchLines } from '../policy/option-fuzz.ts';
import { straceMissing } from '../policy/strace.ts';

const missing = straceMissing();
if (missing !== undefined) {
  console.log(`skipped: ${missing}`);
} else {
  const [count = 3_000, seed = Date.now()] = process.argv.slice(2).map(Number);
  const wrong = await watchLines(count, seed);
  for (const one of wrong) console.log(one);
  console.log(`${count} lines, seed ${seed}: ${wrong.length} do more than read`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
