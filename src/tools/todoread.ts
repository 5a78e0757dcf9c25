/** `todoread`: reads the session's todo list. */

import { type Infer, object } from '../base/schema.ts';
import { defineTool, ok, type Tool } from '../protocol/tool.ts';
import type { Todo } from '../protocol/view.ts';
import { rows, said } from './for-model/plain-text.ts';

const input = object({});
type Args = Infer<typeof input>;

export function todoreadTool(): Tool<Args> {
  return defineTool<Args>({
    name: 'todoread',
    description: 'Read the todo list.',
    input,
    effect: 'none',
    permission: 'todo',
    execute: async (_args, { todos }) => ok({ todos: todos.read() }),
    forModel: said(({ todos }) =>
      rows(
        (todos as Todo[]).map(({ status, content }) => `${status}: ${content}`),
        'no todos',
        false,
      ),
    ),
    view: (_args, outcome) => ({
      title: 'todos',
      fact: { is: 'todos' },
      ...(outcome?.status === 'ok' && { body: [{ type: 'todos', items: outcome.result.todos as Todo[] }] }),
    }),
  });
}
