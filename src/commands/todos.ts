/** `/todos`: the todo list, to look at. */

import { todosOf } from '../log/fold.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'todos',
  async run(_args, { session, say }) {
    const items = todosOf(session.entries);
    if (items.length === 0) return { title: say.noTodos };
    const done = items.filter(({ status }) => status === 'completed').length;
    return { title: say.todos(done, items.length), body: [{ type: 'todos', items }] };
  },
});
