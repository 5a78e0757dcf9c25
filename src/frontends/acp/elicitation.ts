/** Shows the model's questions as a form in the editor. */

import { isPlainObject } from '../../base/schema.ts';
import type { Answer, Question, QuestionsRequest } from '../../protocol/request.ts';
import type { Words } from '../../words/words.ts';

export function formOf({ questions }: QuestionsRequest, sessionId: string, { acp: say }: Words): object {
  const properties = questions.flatMap((question, index) => fieldsOf(question, index, say.other));
  const [first] = questions;
  return {
    sessionId,
    mode: 'form',
    message: questions.length === 1 && first ? first.question : say.questions(questions.length),
    requestedSchema: { type: 'object', properties: Object.fromEntries(properties) },
  };
}

function fieldsOf({ question, options }: Question, index: number, other: string): [string, object][] {
  if (options.length === 0) return [[`answer${index}`, { type: 'string', title: question }]];
  const oneOf = options.map(({ label, description }) => ({
    const: label,
    title: label,
    ...(description !== undefined && { description }),
  }));
  return [
    [`answer${index}`, { type: 'string', title: question, oneOf }],
    [`other${index}`, { type: 'string', title: other }],
  ];
}

/** Typed text takes precedence over a picked option. A form that was closed dismisses all questions. */
export function formAnswer({ questions }: QuestionsRequest, reply: unknown): Answer {
  if (!isPlainObject(reply) || reply.action !== 'accept') return { kind: 'questions', answers: null };
  const content = isPlainObject(reply.content) ? reply.content : {};
  const answers = questions.map((_, index) => {
    const [typed, picked] = [content[`other${index}`], content[`answer${index}`]];
    if (typeof typed === 'string' && typed.trim() !== '') return typed;
    return typeof picked === 'string' ? picked : '';
  });
  return { kind: 'questions', answers };
}
