/** The session's todo list; a complex request gets one, if the mode keeps todos and none is open. */

import { enumeratedSteps, isComplexTask } from '../context/complex-task.ts';
import { todosOf } from '../log/fold.ts';
import type { Part } from '../protocol/message.ts';
import type { Session } from '../protocol/session.ts';
import type { TodoStore } from '../protocol/tool.ts';
import type { TurnState } from '../protocol/turn.ts';
import type { Todo } from '../protocol/view.ts';
import type { Engine, Person } from './engine.ts';
import type { LiveSession } from './live-session.ts';

export function createTodos(log: Session, person: Person): TodoStore {
  return {
    read: () => todosOf(log.entries),
    async write(items) {
      await log.append({ type: 'todos', items });
      person.emit({ type: 'state-change', change: { todos: items } });
    },
  };
}

export interface PlannedTodos {
  todos: Todo[];
  /** The tool that the model keeps them with; if it has none, nothing is planned. */
  tool: string;
}

/** `undefined`: the request needs none, or there is one. */
export function plannedTodos({ input, tools }: TurnState, live: LiveSession, engine: Engine): PlannedTodos | undefined {
  const tool = tools.find(({ keepsTodos }) => keepsTodos)?.name;
  if (!engine.settings.workflow.require_todo_for_complex || tool === undefined) return undefined;
  if (!isComplexTask(input) || live.todos.read().some(({ status }) => status !== 'completed')) return undefined;
  const own = enumeratedSteps(input);
  const canEdit = tools.some(({ effect }) => effect === 'edit');
  const steps = own.length > 0 ? own : engine.words.turn.usualSteps[canEdit ? 'change' : 'study'];
  return { tool, todos: steps.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' })) };
}

/** Goes with the person's message: a list that the model does not know of would go stale. */
export function toldTodos({ todos, tool }: PlannedTodos): Part {
  const steps = todos.map(({ content }, at) => `${at + 1}. ${content}`).join('\n');
  return { type: 'text', text: `\n\n[todo list, made by coder for this request; keep it true with ${tool}]\n${steps}` };
}
