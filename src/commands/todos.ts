/** `/todos`: shows the todo list. */

import { todosOf } from '../log/fold.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'todos',
  words: {
    en: { none: 'No todos.', done: (done: number, of: number) => `Todos: ${done}/${of} done` },
    'zh-CN': { none: '没有待办。', done: (done, of) => `待办：已完成 ${done}/${of}` },
  },
  async run(_args, { session }, say) {
    const items = todosOf(session.entries);
    if (items.length === 0) return { title: say.none };
    const done = items.filter(({ status }) => status === 'completed').length;
    return { title: say.done(done, items.length), body: [{ type: 'todos', items }] };
  },
});
