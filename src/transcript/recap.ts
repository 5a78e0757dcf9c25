/** Summarises where a session was left: its last turns, to continue from. Pure. */

import {
  type AssistantMessage,
  callsOf,
  isByPerson,
  type Message,
  type ToolCall,
  type ToolMessage,
  textOf,
} from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { factText } from '../words/shown-view.ts';
import { drawCall } from './draw-call.ts';

const TURNS = 3;
const SAID_LINES = 5;
const CALLS = 6;
/** Lines of the last answer; earlier answers get fewer. */
const ANSWER_LINES = 30;
const EARLIER_LINES = 6;

type Said = Extract<Entry, { type: 'message' }>;

/** The last turns, in the order in which they happened: the prompt, texts, a line for each call, and how the turn ended unless answered. */
export function recapOf(entries: readonly Entry[], say: CommandWords): Block[] {
  const messages = entries.filter((entry): entry is Said => entry.type === 'message');
  const starts = messages.flatMap(({ message }, index) => (isByPerson(message) ? [index] : [])).slice(-TURNS);
  return starts.flatMap((start, index) => {
    const next = starts[index + 1];
    const isLast = next === undefined;
    const turn = messages[start]?.turn ?? '';
    const blocks = turnBlocks(
      messages.slice(start, next).map(({ message }) => message),
      isLast ? ANSWER_LINES : EARLIER_LINES,
      say,
    );
    const isSteered = next !== undefined && messages[next]?.turn === turn; // the turn continues with the next prompt
    return [...blocks, ...(isSteered ? [] : endBlocks(turn, entries, say)), ...(isLast ? [] : [past(' ')])];
  });
}

function turnBlocks([prompt, ...rest]: readonly Message[], answerLines: number, say: CommandWords): Block[] {
  if (prompt?.role !== 'user') return [];
  const said = prompt.content.find((part) => part.type === 'text')?.text ?? '';
  const shown = lastPart(rest);
  const answer = shown.findLast(isText);
  const made = rest.flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  const asked = new Map(made.map((call) => [call.id, call]));
  const blocks: Block[] = [past(firstLines(said.trim()))];
  let calls: string[] = callsLeftOut(rest, shown);
  const endCalls = (): void => {
    if (calls.length > 0) blocks.push(past(calls.join('\n')));
    calls = [];
  };
  for (const message of shown) {
    if (message.role === 'tool') calls.push(callLine(message, asked.get(message.callId), say));
    if (!isText(message)) continue;
    endCalls();
    const text = lastLines(textOf(message.content).trim(), message === answer ? answerLines : EARLIER_LINES);
    blocks.push({ type: 'markdown', text, isPast: true });
  }
  endCalls();
  return blocks;
}

/** The messages from the first of the last few calls on; all if there are no more calls. */
function lastPart(messages: readonly Message[]): readonly Message[] {
  const calls = messages.flatMap(({ role }, index) => (role === 'tool' ? [index] : []));
  return calls.length <= CALLS ? messages : messages.slice(calls.at(-CALLS));
}

function callsLeftOut(all: readonly Message[], shown: readonly Message[]): string[] {
  const left = all.slice(0, all.length - shown.length).filter(({ role }) => role === 'tool').length;
  return left > 0 ? [`· … ${left}`] : [];
}

function isText(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && textOf(message.content).trim() !== '';
}

/** A turn without an end was cut off by the end of coder itself. */
function endBlocks(turn: string, entries: readonly Entry[], say: CommandWords): Block[] {
  const end = entries.findLast((entry) => entry.type === 'turn-end' && entry.turn === turn);
  if (end?.type !== 'turn-end') return [past(say.turnCutOff)];
  if (end.reason === 'cancelled') return [past(say.turnCancelled)];
  return end.error === undefined ? [] : [past(end.error)];
}

function callLine({ name, title, fact, outcome }: ToolMessage, call: ToolCall | undefined, say: CommandWords): string {
  const titled = title === undefined ? undefined : factText(title, fact, say.views);
  const told = titled ?? (call === undefined ? '' : drawCall(call).title); // a call that never ended has no title
  const [line = ''] = told.split('\n');
  return `· ${name} ${line}${outcome.status === 'ok' ? '' : ` (${outcome.status})`}`.trimEnd();
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
