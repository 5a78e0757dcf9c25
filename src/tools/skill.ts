/** `skill`: lists the available skills, or loads the text of one. */

import { type Infer, object, oneOf, optional, string } from '../base/schema.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { said } from './for-model/plain-text.ts';

export interface SkillSource {
  list(): Promise<readonly { name: string; description: string; path: string }[]>;
  load(name: string): Promise<{ name: string; content: string; path: string } | undefined>;
}

const input = object({ action: oneOf(['list', 'load']), name: optional(string()) });
type Args = Infer<typeof input>;

export function skillTool({ skills }: { skills: SkillSource }): Tool<Args> {
  return defineTool<Args>({
    name: 'skill',
    description: 'List the skills, or load one by name and follow it.',
    input,
    effect: 'none',
    permission: 'skill',
    outside: true,
    async execute({ action, name }) {
      if (action === 'list') return ok({ skills: await skills.list() });
      if (!name) return failed('Which skill? Give its name.');
      const skill = await skills.load(name);
      if (skill) return ok({ ...skill });
      const names = (await skills.list()).map((each) => each.name).join(', ');
      return failed(`There is no skill ${name}; continue without it. Skills: ${names || 'none'}`);
    },
    forModel: said(skillText),
    view: ({ action, name }) => ({ title: action === 'load' ? `load ${name ?? ''}` : 'list' }),
  });
}

function skillText({ skills, content, path }: Record<string, unknown>): string {
  if (typeof content === 'string') return `${content.trimEnd()}\n[from ${String(path)}]`;
  const listed = (skills as { name: string; description: string }[]).map((each) => `${each.name}: ${each.description}`);
  return listed.join('\n') || 'no skills';
}
