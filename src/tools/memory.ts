/** `memory`: remembers a fact about the project for this and later sessions. */

import { type Infer, object, string } from '../base/schema.ts';
import type { MemoryFile } from '../host/files/memory-file.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { said } from './for-model/plain-text.ts';

export interface MemoryDeps {
  memory: Pick<MemoryFile, 'save'>;
}

const input = object({ fact: string() });
type Args = Infer<typeof input>;

export function memoryTool({ memory }: MemoryDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'memory',
    description:
      'Remember one lasting fact about this project or how the user works, for later sessions. Only what the user said or what you verified.',
    input,
    effect: 'none',
    permission: 'memory',
    outside: true,
    async execute({ fact }) {
      const saved = await memory.save(fact);
      if (!saved.saved) return failed(saved.why);
      return ok({ saved_to: saved.path, ...(!saved.isNew && { note: 'It was remembered already.' }) });
    },
    forModel: said(({ note }) => (typeof note === 'string' ? note : 'remembered')),
    view: ({ fact }) => ({ title: fact.split('\n')[0] ?? '' }),
  });
}
