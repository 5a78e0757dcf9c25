/** `/todos`: the todo list, to look at. */

import { defineCommand } from '../protocol/command.ts';

export default defineCommand({
  name: 'todos',
  async run(_args, { entries }) {
    const last = entries.findLast((entry) => entry.type === 'todos');
    if (!last || last.items.length === 0) return { title: 'No todos.' };
    const done = last.items.filter(({ status }) => status === 'completed').length;
    return { title: `Todos: ${done}/${last.items.length} done`, body: [{ type: 'todos', items: last.items }] };
  },
});
