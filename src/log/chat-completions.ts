/** Converts messages and tools to OpenAI Chat Completions form, for session files and for endpoints of that protocol. */

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
  /** The thinking, for endpoints that want it back. */
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

/** What an endpoint accepts beyond the plain form. Absent: only the fields of OpenAI's own types, as in a session file. */
export interface ChatDialect {
  /** The protocol whose blocks in `AssistantMessage.raw` are sent back; others are not. */
  raw: string;
  /** The field in which the running turn's thinking is sent back, if the endpoint wants it. */
  replayThinkingIn?: 'reasoning_content';
  /** Results carry the name of their tool. */
  namesResults?: boolean;
  /** Rewrites call ids for endpoints that restrict their form. */
  callId?: (id: string) => string;
}

/** The content of `AssistantMessage.raw.blocks` for this protocol. */
export interface ChatRawBlocks {
  reasoning_details?: unknown[];
  /** By call id: signatures that some endpoints attach to their calls. */
  extra_content?: Record<string, unknown>;
}

/** `onThinking` receives the thinking that preceded the message at that index, because the plain form has no field for it. */
export function toChatMessages(
  system: string | undefined,
  messages: readonly Message[],
  dialect?: ChatDialect,
  onThinking?: (at: number, text: string) => void,
): ChatMessage[] {
  const chat: ChatMessage[] = system ? [{ role: 'system', content: system }] : [];
  const lastPrompt = messages.findLastIndex((message) => message.role === 'user');
  let images: ImagePart[] = []; // a tool message takes only text, and the results of one step must stay together
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

/** `undefined` if there is neither text nor a call, because endpoints refuse an empty assistant message. */
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
