/** Where a session was left: the last thing the person said and the last answer, to continue from. Pure. */

import { textOf } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Block } from '../protocol/view.ts';

const SAID_LINES = 5;
const ANSWER_LINES = 30;

export function recapOf(entries: readonly Entry[]): Block[] {
  const messages = entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  const said = messages.findLastIndex((message) => message.role === 'user' && message.by === undefined);
  const prompt = messages[said];
  if (prompt?.role !== 'user') return [];
  const first = prompt.content.find((part) => part.type === 'text')?.text ?? '';
  const answer = messages
    .slice(said)
    .findLast((message) => message.role === 'assistant' && textOf(message.content).trim() !== '');
  const answered = answer?.role === 'assistant' ? lastLines(textOf(answer.content).trim()) : undefined;
  return [
    { type: 'text', text: firstLines(first.trim()) },
    ...(answered === undefined ? [] : [{ type: 'markdown' as const, text: answered }]),
  ];
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, SAID_LINES).map((line) => `> ${line}`);
  return [...shown, ...(lines.length > SAID_LINES ? ['> …'] : [])].join('\n');
}

function lastLines(text: string): string {
  const lines = text.split('\n');
  return lines.length <= ANSWER_LINES ? text : ['…', ...lines.slice(-ANSWER_LINES)].join('\n');
}
