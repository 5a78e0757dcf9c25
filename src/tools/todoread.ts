/** Reads the session's todo list. */

import * as s from '../base/schema.ts';
import { defineTool, ok } from '../protocol/tool.ts';
import type { Todo } from '../protocol/view.ts';

export interface TodoStore {
  read(): readonly Todo[];
  write(todos: Todo[]): Promise<void>;
}

export const todoreadTool = ({ todos }: { todos: TodoStore }) =>
  defineTool({
    name: 'todoread',
    description: 'Read the todo list.',
    effect: 'none',
    permission: 'todo',
    input: s.object({}),
    execute: async () => ok({ todos: todos.read() }),
    view: (_args, outcome) => ({
      title: 'todos',
      ...(outcome && { body: [{ type: 'todos', items: [...todos.read()] }] }),
    }),
  });
