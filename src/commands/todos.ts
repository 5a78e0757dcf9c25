/** `/todos`: the todo list, to look at. */

import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'todos',
  async run(_args, { entries, lang }) {
    const last = entries.findLast((entry) => entry.type === 'todos');
    if (!last || last.items.length === 0) return { title: answersIn(lang).noTodos };
    const done = last.items.filter(({ status }) => status === 'completed').length;
    return { title: answersIn(lang).todos(done, last.items.length), body: [{ type: 'todos', items: last.items }] };
  },
});
