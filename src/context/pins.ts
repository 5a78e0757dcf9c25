/** What a compaction carries through word for word: the user's messages, pinned notes, open todos, the last failing check. */

import { estimateTokens } from '../base/text/tokens.ts';
import { todosOf } from '../log/fold.ts';
import { callsOf, exitCodeOf, hasFailed, isByPerson, type Message, type ToolMessage } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import { cutMiddle } from './shorten.ts';

/** The share of the bound that the check, the todos and the notes may each take; the user's messages get the rest. */
const SHARE = 0.2;

/** The pins from entries before `keepFrom`; `bound` is in tokens. */
export function pinsOf(entries: readonly Entry[], keepFrom: string, bound: number): string {
  const older = entries.slice(
    0,
    Math.max(
      0,
      entries.findLastIndex(({ id }) => id === keepFrom),
    ),
  );
  const messages = older.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  const sections = [
    section('Pinned notes', pinnedNotes(messages), bound * SHARE),
    section('Open todos', openTodos(entries), bound * SHARE),
    section('Last failing check', lastFailingCheck(messages), bound * SHARE),
  ];
  const room = bound - sections.reduce((sum, text) => sum + estimateTokens(text), 0);
  sections.unshift(section('What the user said, word for word', userWords(messages, room), room));
  return sections.filter((text) => text !== '').join('\n\n');
}

function section(title: string, body: string, bound: number): string {
  return body === '' ? '' : `# ${title}\n\n${cutToTokens(body, bound)}`;
}

function pinnedNotes(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => (message.role === 'note' && message.pinned ? [`- ${message.text}`] : []))
    .join('\n');
}

function openTodos(entries: readonly Entry[]): string {
  const open = todosOf(entries).filter(({ status }) => status !== 'completed');
  return open.map(({ status, content }) => `- [${status === 'in_progress' ? '~' : ' '}] ${content}`).join('\n');
}

/** The newest messages get room first, and the very first one, which states the goal; they keep their order. */
function userWords(messages: readonly Message[], bound: number): string {
  const said = messages.flatMap((message) => (isByPerson(message) ? [wordsOf(message)] : []));
  const shown = said.map((text) => cutToTokens(text, bound / 2)); // no message takes more than half of the room
  const order = [...new Set([shown.length - 1, 0, ...shown.map((_, index) => shown.length - 1 - index)])];
  const kept = new Set<number>();
  let room = bound - 20;
  for (const index of order) {
    const cost = estimateTokens(shown[index] ?? '') + 4;
    if (shown[index] === undefined || cost > room) continue;
    kept.add(index);
    room -= cost;
  }
  const lines = shown.flatMap((text, index) => (kept.has(index) ? [`${index + 1}. ${text}`] : []));
  const missing = shown.length - kept.size;
  return missing > 0 && lines.length > 0
    ? [...lines, `(${missing} more are in the session file)`].join('\n')
    : lines.join('\n');
}

function wordsOf(message: Extract<Message, { role: 'user' }>): string {
  const [first] = message.content; // later parts are attachments
  const images = message.content.filter(({ type }) => type === 'image').map(() => ' [image]');
  return `${first?.type === 'text' ? first.text : ''}${images.join('')}`.trim();
}

/** The last command that failed and has not succeeded since. */
function lastFailingCheck(messages: readonly Message[]): string {
  const commands = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const call of callsOf(message.content)) commands.set(call.id, call.arguments);
  }
  const passed = new Set<string>();
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || exitCodeOf(message.outcome) === undefined) continue;
    const command = commands.get(message.callId) ?? '';
    if (!hasFailed(message.outcome)) passed.add(command);
    else if (!passed.has(command)) return describeCheck(command, message);
  }
  return '';
}

function describeCheck(command: string, { outcome }: ToolMessage): string {
  const { stdout, stderr } = outcome.result ?? {};
  const output = [stdout, stderr].filter((text) => typeof text === 'string' && text.trim() !== '').join('\n');
  return `${command} ended with ${exitCodeOf(outcome)}\n${output.trim()}`;
}

function cutToTokens(text: string, bound: number): string {
  const tokens = estimateTokens(text);
  if (tokens <= bound) return text;
  return cutMiddle(text, Math.max(40, Math.floor((text.length * bound) / tokens)));
}
