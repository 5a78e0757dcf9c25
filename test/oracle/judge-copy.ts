/** Judges `read`, a copy of its output, and `edit`: whether the file is then as intended. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkspace } from '../../src/host/files/workspace.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { editTool } from '../../src/tools/edit.ts';
import { readTool } from '../../src/tools/read.ts';
import { createSeenFiles } from '../../src/tools/seen-files.ts';
import { toolContext } from '../fixtures/file-tools.ts';
import { copyFrom, copyRandom, makeFile, wrongIn } from './copied-passage.ts';

export type CopyVerdict =
  | { type: 'right' | 'refused' | 'nothing-copied' }
  | { type: 'wrong'; why: string; passage: string };

export function createCopyJudge(root: string): (seed: number) => Promise<CopyVerdict> {
  const deps = { workspace: createWorkspace({ root }), seen: createSeenFiles() };
  const [read, edit] = [readTool(deps), editTool(deps)];
  return async (seed) => {
    const random = copyRandom(seed);
    const file = makeFile(random);
    const path = `${seed}.txt`;
    await writeFile(join(root, path), file.text);
    const asked = random(2) === 0 ? { path } : { path, offset: 1 + random(5), limit: 1 + random(40) };
    const shown = read.forModel?.(asked, await executeTool(read, asked, toolContext())) ?? '';
    const copied = copyFrom(shown, file.text, random);
    if (!copied || copied.passage === copied.wanted) return { type: 'nothing-copied' };
    const args = { path, old_string: copied.passage, new_string: copied.wanted };
    const outcome = await executeTool(edit, args, toolContext());
    const after = await readFile(join(root, path), 'utf8');
    const { passage, places, isDoubtful } = copied;
    if (outcome.status !== 'ok') {
      if (after !== file.text) return { type: 'wrong', why: `refused, and changed: ${outcome.error}`, passage };
      return isDoubtful ? { type: 'refused' } : { type: 'wrong', why: `refused: ${outcome.error}`, passage };
    }
    const why = places === 1 ? wrongIn(file, copied, after) : `made although it is there ${places} times`;
    return why === undefined
      ? { type: 'right' }
      : { type: 'wrong', why: `${why} (${String(outcome.result.match)})`, passage };
  };
}
