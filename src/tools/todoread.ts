/** Reads the session's todo list. */

import * as s from '../base/schema.ts';
import { defineTool, ok } from '../protocol/tool.ts';
import type { Todo } from '../protocol/view.ts';

export const todoreadTool = () =>
  defineTool({
    name: 'todoread',
    description: 'Read the todo list.',
    effect: 'none',
    permission: 'todo',
    input: s.object({}),
    execute: async (_args, { todos }) => ok({ todos: todos.read() }),
    view: (_args, outcome) => ({
      title: 'todos',
      ...(outcome?.status === 'ok' && { body: [{ type: 'todos', items: outcome.result.todos as Todo[] }] }),
    }),
  });
