/** Makes a conversation valid to send again, whatever was lost on the way. */

import type { AssistantMessage, Message, Outcome, ToolMessage } from '../protocol/message.ts';

export const INTERRUPTED: Outcome = {
  status: 'cancelled',
  error: 'interrupted: coder ended before this call did; it may have taken effect',
};

/** Each call gets exactly one result, right after it; results without a call are dropped; an id used again is renamed. */
export function answerEveryCall(messages: readonly Message[]): readonly Message[] {
  return isAnswered(messages) ? messages : answered(messages);
}

/** True in the usual case: nothing was lost, so nothing needs rebuilding. */
function isAnswered(messages: readonly Message[]): boolean {
  const used = new Set<string>();
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at] as Message;
    if (message.role === 'tool') return false;
    if (message.role !== 'assistant') continue;
    for (const part of message.content) {
      if (part.type !== 'call') continue;
      const { id, name } = part.call;
      const answer = messages[at + 1];
      if (answer?.role !== 'tool' || answer.callId !== id || answer.name !== name) return false;
      if (id === '' || used.has(id)) return false;
      used.add(id);
      at += 1;
    }
  }
  return true;
}

function answered(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  const used = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') continue; // a result is added with its call
    if (message.role !== 'assistant' || !message.content.some(({ type }) => type === 'call')) {
      result.push(message);
      continue;
    }
    const renamed = withUniqueIds(message, used);
    const answers = answersTo(messages, index);
    result.push(renamed.message);
    for (const { id, was, name } of renamed.calls) {
      const position = answers.findIndex(({ callId }) => callId === was);
      const [answer] = position < 0 ? [] : answers.splice(position, 1);
      result.push({ ...(answer ?? { role: 'tool', outcome: INTERRUPTED }), callId: id, name });
    }
  }
  return result;
}

/** The results between this message and the model's next one. */
function answersTo(messages: readonly Message[], index: number): ToolMessage[] {
  const answers: ToolMessage[] = [];
  for (let at = index + 1; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role === 'assistant') break;
    if (message?.role === 'tool') answers.push(message);
  }
  return answers;
}

function withUniqueIds(message: AssistantMessage, used: Set<string>) {
  const calls: { id: string; was: string; name: string }[] = [];
  const content = message.content.map((part) => {
    if (part.type !== 'call') return part;
    const id = unusedId(part.call.id, used);
    used.add(id);
    calls.push({ id, was: part.call.id, name: part.call.name });
    return id === part.call.id ? part : { ...part, call: { ...part.call, id } };
  });
  return { message: calls.every(({ id, was }) => id === was) ? message : { ...message, content }, calls };
}

function unusedId(id: string, used: ReadonlySet<string>): string {
  let candidate = id;
  for (let count = 2; used.has(candidate) || candidate === ''; count += 1) candidate = `${id || 'call'}_${count}`;
  return candidate;
}
