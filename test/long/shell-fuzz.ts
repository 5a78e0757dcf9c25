/** Reads 100,000 random words and 20,000 random lines with coder, bash and dash: `node test/long/shell-fuzz.ts [WORDS] [LINES] [SEED]`. */

import { fuzz } from '../policy/shell-fuzz.ts';

const [words = 100_000, lines = 20_000, seed = Date.now()] = process.argv.slice(2).map(Number);
let wrong = 0;
for (const shell of ['bash', 'dash'] as const) {
  for (const isLines of [false, true]) {
    const found = fuzz(isLines ? lines : words, seed, shell, isLines);
    const tried = isLines ? `${lines} lines` : `${words} words`;
    console.log(`${shell}: ${tried}, ${found.compared} of which coder is sure, ${found.wrong.length} read otherwise`);
    for (const one of found.wrong) console.log(JSON.stringify(one));
    wrong += found.wrong.length;
  }
}
console.log(`seed ${seed}`);
process.exitCode = wrong === 0 ? 0 : 1;
