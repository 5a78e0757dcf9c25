/** The session's todo list. The steps of a request become one if the mode keeps todos and no list is open. */

import { enumeratedSteps, isComplexTask } from '../context/complex-task.ts';
import { followLog } from '../log/follow-log.ts';
import type { Part } from '../protocol/message.ts';
import type { Session } from '../protocol/session.ts';
import type { TodoStore } from '../protocol/tool.ts';
import type { Todo } from '../protocol/view.ts';
import type { Engine, Person } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import type { TurnState } from './turn-state.ts';

export function createTodos(log: Session, person: Person): TodoStore {
  const read = followLog<Todo[]>(log.entries, [], (known, entry) => (entry.type === 'todos' ? entry.items : known));
  return {
    read,
    async write(items) {
      await log.append({ type: 'todos', items });
      person.emit({ type: 'state-change', change: { todos: items } });
    },
  };
}

/** `undefined` if the request needs no list, or one is open. */
export function plannedTodos(
  { fixed: { input }, toolbox: { tools } }: TurnState,
  live: LiveSession,
  engine: Engine,
): Todo[] | undefined {
  const { require_todo_for_complex: wanted } = engine.settings.workflow;
  if (wanted === false || !tools.some(({ keepsTodos }) => keepsTodos)) return undefined;
  const own = enumeratedSteps(input);
  if (wanted === 'enumerated' ? own.length === 0 : !isComplexTask(input)) return undefined;
  if (live.todos.read().some(({ status }) => status !== 'completed')) return undefined;
  const canEdit = tools.some(({ effect }) => effect === 'edit');
  const steps = own.length > 0 ? own : engine.words.turn.usualSteps[canEdit ? 'change' : 'study'];
  return steps.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' }));
}

/** Tells the model about the list, as part of the person's message; what the model does with it is up to the model. */
export function toldTodos(todos: readonly Todo[]): Part {
  const steps = todos.map(({ content }, at) => `${at + 1}. ${content}`).join('\n');
  return { type: 'text', text: `\n\n[coder made these steps the todo list]\n${steps}` };
}
