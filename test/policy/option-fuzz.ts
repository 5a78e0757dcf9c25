/** Runs random lines of the rows that only read, as coder would run them, and lists what the kernel saw besides. */

import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { seeded } from './mutate.ts';
import { optionLine } from './option-lines.ts';
import { realLook } from './real-look.ts';
import { makeScratch, watch } from './strace.ts';

export async function watchLines(count: number, seed: number): Promise<string[]> {
  const scratch = makeScratch();
  try {
    const { root } = scratch;
    const context = { cwd: root, root, roots: [root], home: '/nonexistent', look: realLook };
    const random = seeded(seed);
    const lines = new Set<string>();
    for (let tried = 0; lines.size < count && tried < count * 50; tried++) {
      const line = optionLine(random);
      if (analyseShell(line, context).class === 'readonly') lines.add(line);
    }
    const queue = [...lines];
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
        for (const entry of await watch(line, scratch)) wrong.push(`${line}\n  ${entry}`);
      }
    };
    await Promise.all([work(), work()]);
    return wrong;
  } finally {
    scratch.remove();
  }
}
