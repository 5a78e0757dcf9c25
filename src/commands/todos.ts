/** `/todos`: the todo list, to look at. */

import { todosOf } from '../log/fold.ts';
import { defineCommand } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

export default defineCommand({
  name: 'todos',
  async run(_args, { entries, lang }) {
    const items = todosOf(entries);
    if (items.length === 0) return { title: answersIn(lang).noTodos };
    const done = items.filter(({ status }) => status === 'completed').length;
    return { title: answersIn(lang).todos(done, items.length), body: [{ type: 'todos', items }] };
  },
});
