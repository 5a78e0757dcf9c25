/** Random lines judged read-only, run while the kernel records what each of them does. */

import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { realDisk } from './real-disk.ts';
import { type Scratch, watch } from './strace.ts';

/** Up to `count` different lines, out of at most `most` that `make` returns. */
export function readOnlyLines(
  make: () => string,
  { root }: Scratch,
  count: number,
  most = Number.POSITIVE_INFINITY,
): { lines: string[]; tried: number } {
  const context = { cwd: root, root, roots: [root], home: '/nonexistent', disk: realDisk };
  const lines = new Set<string>();
  let tried = 0;
  for (; lines.size < count && tried < most; tried++) {
    const line = make();
    if (analyseShell(line, context).class === 'readonly') lines.add(line);
  }
  return { lines: [...lines], tried };
}

/** What the lines did besides reading, by line. */
export async function watchAll(lines: readonly string[], scratch: Scratch): Promise<Map<string, string[]>> {
  const queue = [...lines];
  const wrong = new Map<string, string[]>();
  const work = async (): Promise<void> => {
    for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
      const found = await watch(line, scratch);
      if (found.length > 0) wrong.set(line, found);
    }
  };
  await Promise.all([work(), work()]);
  return wrong;
}
