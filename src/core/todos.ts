/** Gives a complex request a todo list, where the mode has todos and none is open. */

import { enumeratedSteps, isComplexTask } from '../context/complex-task.ts';
import { todosOf } from '../log/fold.ts';
import type { Part } from '../protocol/message.ts';
import type { TurnState } from '../protocol/turn.ts';
import type { Todo } from '../protocol/view.ts';
import type { Services } from './services.ts';

/** The tool that must be on: without it the model could not keep the list true. */
const TODO_TOOL = 'todowrite';

const STEPS = {
  en: {
    change: ['Understand the request and the code it touches', 'Make the change', 'Check the result'],
    study: ['Understand the request and the code it touches', 'Work out the answer', 'Sum it up'],
  },
  zh: {
    change: ['理解需求和相关代码', '完成修改', '验证结果'],
    study: ['理解需求和相关代码', '分析并形成方案', '总结结论'],
  },
} as const;

/** `undefined`: the request needs none, or there is one. */
export function plannedTodos({ input, tools }: TurnState, services: Services): Todo[] | undefined {
  if (!services.workflow.requireTodos || !tools.some(({ name }) => name === TODO_TOOL)) return undefined;
  if (!isComplexTask(input) || hasOpenTodos(services)) return undefined;
  const own = enumeratedSteps(input);
  const canEdit = tools.some(({ effect }) => effect === 'edit');
  const steps = own.length > 0 ? own : usualSteps(input, canEdit);
  return steps.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' }));
}

export async function setTodos(items: Todo[], { session, emit }: Services): Promise<void> {
  await session.append({ type: 'todos', items });
  emit({ type: 'state-change', change: { todos: items } });
}

/** Goes with the person's message: a list that the model does not know of would go stale. */
export function toldTodos(items: readonly Todo[]): Part {
  const steps = items.map(({ content }, at) => `${at + 1}. ${content}`).join('\n');
  return {
    type: 'text',
    text: `\n\n[todo list, made by coder for this request; keep it true with ${TODO_TOOL}]\n${steps}`,
  };
}

function hasOpenTodos({ session }: Services): boolean {
  return todosOf(session.entries).some(({ status }) => status !== 'completed');
}

/** In the language the person wrote in. */
function usualSteps(input: string, canEdit: boolean): readonly string[] {
  const steps = /\p{Script=Han}/u.test(input) ? STEPS.zh : STEPS.en;
  return canEdit ? steps.change : steps.study;
}
