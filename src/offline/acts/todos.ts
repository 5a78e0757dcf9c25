/** Keeps the todo list true while a script goes through its stages. */

import type { Scene, Script } from '../script.ts';

/** `current` is being worked on and everything before it is done; `-1`: nothing has begun. */
export function* startTodo(labels: readonly string[], current: number, { can }: Scene): Script<void> {
  if (!can('todowrite')) return;
  const todos = labels.map((label, index) => ({
    content: label.replaceAll('`', ''),
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
  yield { tool: 'todowrite', args: { todos } };
}
