/** Replaces the session's todo list as a whole. */

import * as s from '../base/schema.ts';
import { defineTool, failed, ok } from '../protocol/tool.ts';

export const todowriteTool = () =>
  defineTool({
    name: 'todowrite',
    description:
      'Replace the whole todo list. At most one item in progress. Use it for work of several steps and keep it true.',
    effect: 'none',
    permission: 'todo',
    primaryOnly: true,
    keepsTodos: true,
    input: s.object({
      todos: s.array(s.object({ content: s.string(), status: s.oneOf(['pending', 'in_progress', 'completed']) })),
    }),
    async execute({ todos: items }, { todos }) {
      if (items.some(({ content }) => content.trim() === '')) return failed('A todo has no content.');
      const active = items.filter(({ status }) => status === 'in_progress');
      if (active.length > 1) return failed(`At most one todo may be in_progress; ${active.length} are.`);
      await todos.write(items);
      return ok({ todos: items });
    },
    view({ todos: items }, outcome) {
      const done = items.filter(({ status }) => status === 'completed').length;
      const title = `${done}/${items.length} done`;
      return outcome?.status === 'ok' ? { title, body: [{ type: 'todos', items }] } : { title };
    },
  });
