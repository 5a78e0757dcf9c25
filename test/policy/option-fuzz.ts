/** Runs random lines from the rows that only read, as coder would run them, and lists what else the kernel saw. */

import { seeded } from './mutate.ts';
import { optionLine } from './option-lines.ts';
import { makeScratch } from './strace.ts';
import { readOnlyLines, watchAll } from './watched-lines.ts';

export async function watchLines(count: number, seed: number): Promise<string[]> {
  const scratch = makeScratch();
  try {
    const random = seeded(seed);
    const { lines } = readOnlyLines(() => optionLine(random), scratch, count, count * 50);
    const wrong = await watchAll(lines, scratch);
    return [...wrong].flatMap(([line, entries]) => entries.map((entry) => `${line}\n  ${entry}`));
  } finally {
    scratch.remove();
  }
}
