/** Summarises where a session was left: its last turns, to continue from. Pure. */

import { type Message, textOf } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Block } from '../protocol/view.ts';

const TURNS = 3;
const SAID_LINES = 5;
const CALLS = 6;
/** Lines of the last answer; earlier answers get fewer. */
const ANSWER_LINES = 30;
const EARLIER_LINES = 6;

/** The last turns: the prompt, a line for each call, and the answer. */
export function recapOf(entries: readonly Entry[]): Block[] {
  const messages = entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  const starts = messages.flatMap((message, index) => (isPrompt(message) ? [index] : [])).slice(-TURNS);
  return starts.flatMap((start, index) => {
    const isLast = index === starts.length - 1;
    const blocks = turnBlocks(messages.slice(start, starts[index + 1]), isLast ? ANSWER_LINES : EARLIER_LINES);
    return isLast ? blocks : [...blocks, past(' ')];
  });
}

function turnBlocks([prompt, ...rest]: readonly Message[], answerLines: number): Block[] {
  if (prompt?.role !== 'user') return [];
  const said = prompt.content.find((part) => part.type === 'text')?.text ?? '';
  const calls = rest.flatMap((message) => (message.role === 'tool' ? [callLine(message)] : []));
  const answer = rest.findLast((message) => message.role === 'assistant' && textOf(message.content).trim() !== '');
  const answered = answer?.role === 'assistant' ? lastLines(textOf(answer.content).trim(), answerLines) : undefined;
  return [
    past(firstLines(said.trim())),
    ...(calls.length > 0 ? [past(lastCalls(calls).join('\n'))] : []),
    ...(answered === undefined ? [] : [{ type: 'markdown' as const, text: answered, isPast: true as const }]),
  ];
}

function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.by === undefined;
}

function callLine({ name, title = '', outcome }: Extract<Message, { role: 'tool' }>): string {
  const [line = ''] = title.split('\n');
  return `· ${name} ${line}${outcome.status === 'ok' ? '' : ` (${outcome.status})`}`.trimEnd();
}

function lastCalls(lines: readonly string[]): string[] {
  return lines.length <= CALLS ? [...lines] : [`· … ${lines.length - CALLS}`, ...lines.slice(-CALLS)];
}

function past(text: string): Block {
  return { type: 'text', text, isPast: true };
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, SAID_LINES).map((line) => `> ${line}`);
  return [...shown, ...(lines.length > SAID_LINES ? ['> …'] : [])].join('\n');
}

function lastLines(text: string, count: number): string {
  const lines = text.split('\n');
  return lines.length <= count ? text : ['…', ...lines.slice(-count)].join('\n');
}
