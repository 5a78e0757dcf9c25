/** `todowrite`: replaces the session's whole todo list. */

import { array, type Infer, object, oneOf, string } from '../base/schema.ts';
import { defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { said } from './for-model/plain-text.ts';

const input = object({
  todos: array(object({ content: string(), status: oneOf(['pending', 'in_progress', 'completed']) })),
});
type Args = Infer<typeof input>;

export function todowriteTool(): Tool<Args> {
  return defineTool<Args>({
    name: 'todowrite',
    description: 'Replace the whole todo list; at most one item in progress.',
    input,
    effect: 'none',
    permission: 'todo',
    primaryOnly: true,
    keepsTodos: true,
    async execute({ todos: items }, { todos }) {
      if (items.some(({ content }) => content.trim() === '')) return failed('A todo has no content.');
      const active = items.filter(({ status }) => status === 'in_progress');
      if (active.length > 1) return failed(`At most one todo may be in_progress; ${active.length} are.`);
      await todos.write(items);
      return ok({ todos: items });
    },
    forModel: said(() => 'saved'),
    view({ todos: items }, outcome) {
      const done = items.filter(({ status }) => status === 'completed').length;
      const count = items.length;
      const head = { title: `${done}/${count} done`, fact: { is: 'todos-done' as const, done, count } };
      return outcome?.status === 'ok' ? { ...head, body: [{ type: 'todos', items }] } : head;
    },
  });
}
