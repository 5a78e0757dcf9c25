/** `question`: asks the person multiple-choice questions and returns the answers to the model. */

import { newId } from '../base/ids.ts';
import { array, type Infer, object, optional, string } from '../base/schema.ts';
import type { Answer, Request } from '../protocol/request.ts';
import { cancelled, defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import { field } from './for-model/plain-text.ts';

export interface QuestionDeps {
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  /** True if a person is available to answer. */
  attended: boolean;
}

const NOBODY =
  'No one is available to answer. Decide yourself: take the first option, say which assumption you made, and continue.';

const input = object({
  questions: array(
    object({
      question: string(),
      options: array(object({ label: string(), description: optional(string()) })),
    }),
  ),
});
type Args = Infer<typeof input>;

export function questionTool({ ask, attended }: QuestionDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'question',
    description: 'Ask the user to choose, when the answer changes the plan. Put the option you recommend first.',
    input,
    effect: 'ask',
    permission: 'question',
    primaryOnly: true,
    async execute({ questions }, { signal }) {
      if (questions.length === 0) return failed('There is no question to ask.');
      const texts = questions.flatMap(({ question, options }) => [question, ...options.map(({ label }) => label)]);
      if (texts.some((text) => text.trim() === '')) return failed('A question or the label of an option is empty.');
      if (!attended) return ok({ message: NOBODY });
      const answer = await ask({ kind: 'questions', id: newId('ask'), questions }, signal);
      if (answer.kind !== 'questions') return cancelled('Cancelled while waiting for an answer.');
      if (answer.answers === null) return ok({ message: 'User dismissed the questions.' });
      if (answer.answers === 'unattended') return ok({ message: NOBODY });
      const pairs = questions.map(({ question }, index) => `"${question}"="${answer.answers?.[index] ?? ''}"`);
      return ok({ message: `User has answered your questions: ${pairs.join(', ')}` });
    },
    forModel: field('message'),
    view({ questions }, outcome) {
      const count = questions.length;
      const head: View =
        count === 1
          ? { title: questions[0]?.question ?? '', kind: 'ask' }
          : { title: `${count} questions`, fact: { is: 'questions', count }, kind: 'ask' };
      if (outcome?.status !== 'ok') return head;
      return { ...head, body: [{ type: 'text', text: String(outcome.result.message) }] };
    },
  });
}
