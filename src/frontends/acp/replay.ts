/** Converts a session's log to updates, for an editor that loads the session. */

import type { FactsOf } from '../../app/session/call-facts.ts';
import { todosOf } from '../../log/fold.ts';
import { resultText } from '../../log/result-text.ts';
import type { AssistantMessage, Part, ToolMessage, UserMessage } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';
import type { ViewWords } from '../../words/en/views.ts';
import { factText } from '../../words/shown-view.ts';
import { type KnownCall, knownCall, viewContents } from './call-content.ts';
import { planOf } from './map-event.ts';
import { type ContentBlock, text, type Update } from './wire.ts';

export async function* replay(
  entries: readonly Entry[],
  factsOf: FactsOf,
  cwd: string,
  say: ViewWords,
): AsyncGenerator<Update> {
  const calls = new Map<string, KnownCall>();
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    const { message, id } = entry;
    switch (message.role) {
      case 'user':
        yield* userUpdates(message, id);
        break;
      case 'assistant':
        yield* assistantUpdates(message, id, factsOf, cwd, calls);
        break;
      case 'tool':
        yield await toolUpdate(message, calls.get(message.callId) ?? { fields: {} }, cwd, say);
        break;
      case 'note':
        yield { sessionUpdate: 'agent_message_chunk', content: text(`${message.text}\n\n`), messageId: id };
        break;
    }
  }
  const todos = todosOf(entries);
  if (todos.length > 0) yield planOf(todos);
}

function* userUpdates({ content, by }: UserMessage, messageId: string): Generator<Update> {
  const sessionUpdate = by === 'coder' ? 'agent_thought_chunk' : 'user_message_chunk';
  for (const block of blocksOf(content)) yield { sessionUpdate, content: block, messageId };
}

function* assistantUpdates(
  { content }: AssistantMessage,
  messageId: string,
  factsOf: FactsOf,
  cwd: string,
  calls: Map<string, KnownCall>,
): Generator<Update> {
  for (const part of content) {
    switch (part.type) {
      case 'text':
        yield { sessionUpdate: 'agent_message_chunk', content: text(part.text), messageId };
        break;
      case 'thinking':
        yield { sessionUpdate: 'agent_thought_chunk', content: text(part.text), messageId };
        break;
      case 'image':
        break;
      case 'call': {
        const known = knownCall(part.call, factsOf, cwd);
        calls.set(part.call.id, known);
        const title = known.facts?.line ?? part.call.name;
        yield { sessionUpdate: 'tool_call', toolCallId: part.call.id, title, status: 'in_progress', ...known.fields };
      }
    }
  }
}

async function toolUpdate(message: ToolMessage, known: KnownCall, cwd: string, say: ViewWords): Promise<Update> {
  const { outcome, callId, title, fact } = message;
  const diff = outcome.result?.diff;
  const shown = await viewContents(
    typeof diff === 'string' && diff !== ''
      ? { title: '', body: [{ type: 'diff', diff }] }
      : { title: '', body: [{ type: 'text', text: resultText(message) }] },
    known,
    cwd,
    'gone',
    async () => undefined,
  );
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: callId,
    status: outcome.status === 'ok' ? 'completed' : 'failed',
    ...(known.facts?.line === undefined && title !== undefined && { title: factText(title, fact, say) }),
    content: shown.content,
  };
}

function blocksOf(content: readonly Part[]): ContentBlock[] {
  return content.flatMap((part): ContentBlock[] => {
    if (part.type === 'text') return [text(part.text)];
    return part.type === 'image' ? [{ type: 'image', data: part.data, mimeType: part.mimeType }] : [];
  });
}
