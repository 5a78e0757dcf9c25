/** Remembers a fact about the project for this and later sessions. */

import * as s from '../base/schema.ts';
import type { MemoryFile } from '../host/files/memory-file.ts';
import { defineTool, failed, ok } from '../protocol/tool.ts';

export interface MemoryDeps {
  memory: Pick<MemoryFile, 'save'>;
}

export const memoryTool = ({ memory }: MemoryDeps) =>
  defineTool({
    name: 'memory',
    description:
      'Remember one lasting fact about this project or how the user works, for later sessions. Only what the user said or what you verified.',
    effect: 'none',
    permission: 'memory',
    outside: true,
    input: s.object({ fact: s.string() }),
    async execute({ fact }) {
      const saved = await memory.save(fact);
      if (!saved.saved) return failed(saved.why);
      return ok({ saved_to: saved.path, ...(!saved.isNew && { note: 'It was remembered already.' }) });
    },
    view: ({ fact }) => ({ title: fact.split('\n')[0] ?? '' }),
  });
