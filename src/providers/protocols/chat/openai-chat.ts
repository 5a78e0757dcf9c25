/** Chat Completions over HTTP: OpenAI's own and every compatible server. */

import { type ChatDialect, toChatMessages, toChatTools } from '../../../log/chat-completions.ts';
import type { ChatRequest, Provider } from '../../../protocol/provider.ts';
import { type AdapterOptions, createEndpointProvider } from '../../wire/endpoint-provider.ts';
import { keyHeaders } from '../../wire/key-headers.ts';
import { createChatReader } from './chat-reader.ts';

export function createOpenAiChat(options: AdapterOptions): Provider {
  const raw = `openai-chat/${options.vendor}`;
  return createEndpointProvider(options, {
    path: () => '/chat/completions',
    headers: keyHeaders('openai-chat', options.key),
    raw: () => raw,
    body: (request) => requestBody(request, raw, options),
    reader: createChatReader,
  });
}

function requestBody(
  request: ChatRequest,
  raw: string,
  { quirks, reasoning }: Pick<AdapterOptions, 'quirks' | 'reasoning'>,
): Record<string, unknown> {
  const dialect: ChatDialect = {
    raw,
    ...(quirks.replaysThinking && { replayThinkingIn: 'reasoning_content' }),
    ...(quirks.namesResults && { namesResults: true }),
    ...(quirks.shortCallIds && { callId: shortId }),
  };
  const limit = request.maxOutputTokens;
  return {
    model: request.model,
    messages: toChatMessages(request.system, request.messages, dialect),
    ...(request.tools.length > 0 && { tools: toChatTools(request.tools) }),
    ...(limit !== undefined && { [quirks.newTokenLimit ? 'max_completion_tokens' : 'max_tokens']: limit }),
    ...(reasoning && { reasoning_effort: reasoning }),
    stream: true,
    ...(!quirks.noUsageOption && { stream_options: { include_usage: true } }),
  };
}

/** Nine letters and digits, always the same for the same id. */
function shortId(id: string): string {
  if (/^[A-Za-z0-9]{9}$/.test(id)) return id;
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < id.length; at++) {
    a = Math.imul(a ^ id.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ id.charCodeAt(at), 0x85ebca6b) + 1;
  }
  return ((a >>> 0).toString(36) + (b >>> 0).toString(36)).padStart(9, '0').slice(-9);
}
