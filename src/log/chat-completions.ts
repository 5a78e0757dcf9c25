/** Messages and tools in OpenAI Chat Completions form: what a session file holds and what such an endpoint is sent. */

import { setText, textIn } from '../base/long-text/long-field.ts';
import {
  type AssistantMessage,
  callsOf,
  type ImagePart,
  type Message,
  type Part,
  saidIn,
  type ToolMessage,
  textOf,
} from '../protocol/message.ts';
import type { ToolSpec } from '../protocol/provider.ts';
import { resultText } from './result-text.ts';

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatContent[] }
  | ChatAssistantMessage
  | { role: 'tool'; tool_call_id: string; name?: string; content: string };

interface ChatAssistantMessage {
  role: 'assistant';
  content: string | null;
  tool_calls?: ChatToolCall[];
  /** The thinking, as some endpoints want it back. */
  reasoning_content?: string;
  reasoning_details?: unknown;
}

interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  extra_content?: unknown;
}

type ChatContent = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export interface ChatTool {
  type: 'function';
  function: ToolSpec;
}

/** What an endpoint takes beyond the plain form. Absent: nothing that OpenAI's own types do not have, as in a session file. */
export interface ChatDialect {
  /** Blocks of `AssistantMessage.raw` go back only to the protocol they came from. */
  raw: string;
  /** The field in which thinking of the running turn is sent back, where the endpoint wants it. */
  replayThinkingIn?: 'reasoning_content';
  /** Results carry the name of their tool. */
  namesResults?: boolean;
  /** Rewrites call ids for endpoints that are particular about them. */
  callId?: (id: string) => string;
}

/** What `AssistantMessage.raw.blocks` holds for this protocol. */
export interface ChatRawBlocks {
  reasoning_details?: unknown[];
  /** By call id: signatures that some endpoints hang on their calls. */
  extra_content?: Record<string, unknown>;
}

/** `onThinking` gets what was thought before the message at that place, since the plain form has no room for it. */
export function toChatMessages(
  system: string | undefined,
  messages: readonly Message[],
  dialect?: ChatDialect,
  onThinking?: (at: number, text: string) => void,
): ChatMessage[] {
  const chat: ChatMessage[] = system ? [{ role: 'system', content: system }] : [];
  const lastPrompt = messages.findLastIndex((message) => message.role === 'user');
  let images: ImagePart[] = []; // a tool message takes text only, and the answers to one step must not be parted
  const flushImages = (): void => {
    if (images.length === 0) return;
    chat.push({
      role: 'user',
      content: [{ type: 'text', text: 'Images of the results above:' }, ...images.map(toImage)],
    });
    images = [];
  };
  let index = -1;
  for (const message of messages) {
    index += 1;
    if (message.role !== 'tool') flushImages();
    switch (message.role) {
      case 'user':
        chat.push({ role: 'user', content: toUserContent(message.content) });
        break;
      case 'assistant': {
        const thinking = thinkingIn(message);
        if (thinking) onThinking?.(chat.length, thinking);
        const assistant = toAssistant(message, thinking, index > lastPrompt, dialect);
        if (assistant) chat.push(assistant);
        break;
      }
      case 'tool':
        chat.push(toToolMessage(message, dialect));
        if (message.outcome.status === 'ok') images.push(...(message.outcome.images ?? []));
        break;
      case 'note':
        if (message.audience === 'both') chat.push({ role: 'assistant', content: message.text });
        break;
    }
  }
  flushImages();
  return chat;
}

export function toChatTools(tools: readonly ToolSpec[]): ChatTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}

function toUserContent(content: readonly Part[]): string | ChatContent[] {
  if (!content.some((part) => part.type === 'image')) return textOf(content);
  return content.flatMap((part): ChatContent[] => {
    if (part.type === 'image') return [toImage(part)];
    return part.type === 'text' ? [{ type: 'text', text: part.text }] : [];
  });
}

function toImage({ mimeType, data }: ImagePart): ChatContent {
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
}

/** Nothing if there is neither text nor a call: endpoints refuse an empty assistant message. */
function toAssistant(
  message: AssistantMessage,
  thinking: string,
  inRunningTurn: boolean,
  dialect: ChatDialect | undefined,
): ChatAssistantMessage | undefined {
  const text = textIn(saidIn(message.content));
  const calls = callsOf(message.content);
  if (!text && calls.length === 0) return undefined;
  const raw = dialect && message.raw?.protocol === dialect.raw ? (message.raw.blocks as ChatRawBlocks) : undefined;
  const assistant: ChatAssistantMessage = { role: 'assistant', content: null };
  if (text || calls.length === 0) setText(assistant, 'content', text);
  if (calls.length > 0) {
    assistant.tool_calls = calls.map((call) => ({
      id: dialect?.callId?.(call.id) ?? call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
      ...(raw?.extra_content?.[call.id] !== undefined && { extra_content: raw.extra_content[call.id] }),
    }));
  }
  if (dialect?.replayThinkingIn && inRunningTurn && thinking) assistant[dialect.replayThinkingIn] = thinking;
  if (raw?.reasoning_details) assistant.reasoning_details = raw.reasoning_details;
  return assistant;
}

function thinkingIn({ content }: AssistantMessage): string {
  let thinking = '';
  for (const part of content) if (part.type === 'thinking') thinking += part.text;
  return thinking;
}

function toToolMessage(message: ToolMessage, dialect: ChatDialect | undefined): ChatMessage {
  const { callId, name } = message;
  return {
    role: 'tool',
    tool_call_id: dialect?.callId?.(callId) ?? callId,
    ...(dialect?.namesResults && { name }),
    content: resultText(message),
  };
}
