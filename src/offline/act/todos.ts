/** A todo list that is kept true while a script goes through its stages. */

import type { Todo } from '../../protocol/view.ts';
import type { Scene, Script } from '../scene.ts';

export interface TodoList {
  /** This item is worked on now; those before it are done. */
  start(index: number): Script<void>;
  finish(): Script<void>;
}

/** Does nothing where the mode has no todos. */
export function todos(scene: Scene, items: readonly string[]): TodoList {
  const plain = items.map((item) => item.replaceAll('`', ''));
  return {
    *start(index) {
      yield* write(scene, stateAt(plain, index));
    },
    *finish() {
      yield* write(scene, stateAt(plain, plain.length));
    },
  };
}

function stateAt(items: readonly string[], current: number): Todo[] {
  return items.map((content, index) => ({
    content,
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
}

function* write({ can, say }: Scene, list: Todo[]): Script<void> {
  if (!can('todowrite')) return;
  const active = list.find(({ status }) => status === 'in_progress');
  const isNew = list.every(({ status }) => status === 'pending');
  const idle = isNew
    ? say('I will note the steps.', '先把步骤记下来。')
    : say('All steps are done.', '所有步骤都完成了。');
  const thinking = active ? say(`Now: ${active.content}.`, `现在：${active.content}。`) : idle;
  yield { tool: 'todowrite', args: { todos: list }, thinking };
}
