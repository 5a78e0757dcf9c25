/** The session as one JSON file in OpenAI Chat Completions form: `model`, `tools` and `messages` can be sent unchanged. */

import { toChatMessages, toChatTools } from '../log/chat-completions.ts';
import { settingOf, titleOf, todosOf, usageOf } from '../log/fold.ts';
import { sentOf } from '../log/sent.ts';
import { marked } from '../log/to-model.ts';
import type { Message } from '../protocol/message.ts';
import type { Entry } from '../protocol/session.ts';
import { maskedJson, maskedPieces } from './entry.ts';

/** Messages converted at a time; other work may run in between. */
const CHUNK = 32;

/**
 * The snapshot's text in consecutive pieces, because the whole may be too large to hold twice. Built
 * only from the log's entries, so it can be rebuilt at any time.
 */
export async function snapshotOf(
  id: string,
  entries: readonly Entry[],
  mask: (text: string) => string,
): Promise<Iterable<string>[]> {
  const request = entries.findLast((entry) => entry.type === 'request');
  const facts = maskedJson({ ...describe(id, entries, mask), tools: toChatTools(request?.tools ?? []) }, mask);
  const { messages, thinking } = await messageTexts(request?.system, sentOf(entries).map(marked), mask);
  const thought = thinking.length > 0 ? [[`,"thinking":[\n`], ...listed(thinking), ['\n]']] : [];
  return [[`${facts.slice(0, -1)},"messages":[\n`], ...listed(messages), ['\n]'], ...thought, ['}\n']];
}

function listed(texts: readonly Iterable<string>[]): Iterable<string>[] {
  return texts.flatMap((text, at) => (at === 0 ? [text] : [[',\n'], text]));
}

function describe(id: string, entries: readonly Entry[], mask: (text: string) => string): Record<string, unknown> {
  const start = entries.find((entry) => entry.type === 'start');
  const request = entries.findLast((entry) => entry.type === 'request');
  const prompts = new Set(entries.flatMap((entry) => (entry.type === 'message' ? [entry.prompt] : [])));
  return {
    version: 1,
    id,
    title: titleOf(entries, mask),
    created_at: timeOf(entries[0]),
    updated_at: timeOf(entries.at(-1)),
    cwd: start?.cwd ?? '',
    coder: start?.coder ?? '',
    mode: settingOf(entries, 'mode') ?? null,
    model: request?.model ?? settingOf(entries, 'model') ?? '',
    usage: usageOf(entries),
    todos: todosOf(entries),
    prompt_ids: [...prompts],
    decisions: entries.flatMap((entry) => (entry.type === 'decision' ? [decisionOf(entry)] : [])),
  };
}

function decisionOf({
  at,
  turn,
  callId,
  tool,
  verdict,
  by,
  reasons,
}: Entry & { type: 'decision' }): Record<string, unknown> {
  return { at: new Date(at).toISOString(), turn, call_id: callId, tool, verdict, by, reasons };
}

function timeOf(entry: Entry | undefined): string | null {
  return entry ? new Date(entry.at).toISOString() : null;
}

async function messageTexts(
  system: string | undefined,
  messages: readonly Message[],
  mask: (text: string) => string,
): Promise<Record<'messages' | 'thinking', Iterable<string>[]>> {
  const texts: Iterable<string>[] = [];
  /** Kept beside the messages, which have no field for it that every endpoint accepts. */
  const thinking: Iterable<string>[] = [];
  const add = (from: number, to: number) => {
    const before = texts.length;
    const part = toChatMessages(from === 0 ? system : undefined, messages.slice(from, to), undefined, (at, text) =>
      thinking.push(maskedPieces({ message: before + at, text }, mask)),
    );
    for (const message of part) texts.push(maskedPieces(message, mask));
  };
  for (let from = 0; from === 0 || from < messages.length; ) {
    let to = Math.min(from + CHUNK, messages.length);
    while (messages[to]?.role === 'tool') to += 1; // results stay with their call
    add(from, to);
    from = Math.max(to, 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { messages: texts, thinking };
}
