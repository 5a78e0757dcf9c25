/** Converts a conversation for OpenAI's Responses: a flat list of items, nothing kept on the server. */

import { resultText } from '../../../log/result-text.ts';
import type { AssistantMessage, ImagePart, Message, ToolMessage } from '../../../protocol/message.ts';
import type { ChatRequest } from '../../../protocol/provider.ts';
import type { ReasoningLevel } from '../../catalogue/table.ts';
import { layOut } from '../../wire/raw-blocks.ts';

type Item = Record<string, unknown>;

export function responsesBody(request: ChatRequest, raw: string, reasoning?: ReasoningLevel): Record<string, unknown> {
  const { model, system, tools, maxOutputTokens } = request;
  return {
    model,
    ...(system && { instructions: system }),
    input: request.messages.flatMap((message) => toItems(message, raw)),
    ...(tools.length > 0 && { tools: toTools(request) }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    // Without a store, thinking continues after a tool call only if it is sent back, encrypted.
    store: false,
    ...(isReasoning(model) && { include: ['reasoning.encrypted_content'] }),
    ...(reasoning && { reasoning: { effort: reasoning, summary: 'auto' } }),
    stream: true,
  };
}

function toTools({ tools }: ChatRequest): Item[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
}

function toItems(message: Message, raw: string): Item[] {
  switch (message.role) {
    case 'user': {
      const content = toContent(message.content);
      return content.length > 0 ? [{ role: 'user', content }] : [];
    }
    case 'assistant':
      return toAssistantItems(message, raw);
    case 'tool':
      return [toOutput(message)];
    case 'note':
      return message.audience === 'both' ? [{ role: 'assistant', content: message.text }] : [];
  }
}

function toAssistantItems(message: AssistantMessage, raw: string): Item[] {
  const laid = layOut(message, raw);
  if (laid.every(({ type }) => type === 'own')) return []; // thinking has to be followed by its result
  return laid.map((block): Item => {
    switch (block.type) {
      case 'own':
        return block.block;
      case 'text':
        return { role: 'assistant', content: block.text, ...block.extra };
      case 'call':
        return {
          type: 'function_call',
          call_id: block.call.id.slice(0, 64),
          name: block.call.name,
          arguments: block.call.arguments,
        };
    }
  });
}

function toOutput(message: ToolMessage): Item {
  const { callId, outcome } = message;
  const failed = outcome.status !== 'ok';
  const text = resultText(message);
  const images = failed ? [] : (outcome.images ?? []);
  const output = images.length > 0 ? [{ type: 'input_text', text }, ...images.map(toImage)] : text;
  return { type: 'function_call_output', call_id: callId.slice(0, 64), output };
}

function toContent(content: Extract<Message, { role: 'user' }>['content']): Item[] {
  return content.flatMap((part) => {
    if (part.type === 'image') return [toImage(part)];
    return part.type === 'text' && part.text !== '' ? [{ type: 'input_text', text: part.text }] : [];
  });
}

function toImage({ mimeType, data }: ImagePart): Item {
  return { type: 'input_image', detail: 'auto', image_url: `data:${mimeType};base64,${data}` };
}

/** Other models refuse requests that include it. */
function isReasoning(model: string): boolean {
  return /^(o\d|gpt-(?:[5-9]|\d{2})(?!.*chat)|codex-|.*gpt-oss)/.test(model.slice(model.lastIndexOf('/') + 1));
}
