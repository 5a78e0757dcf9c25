/** Converts a conversation for Anthropic's Messages: alternating messages, results first, marks for the prompt cache. */

import { isPlainObject } from '../../../base/schema.ts';
import { SAFE_CHARACTERS_PER_TOKEN } from '../../../base/text/tokens.ts';
import { resultText } from '../../../log/result-text.ts';
import type { AssistantMessage, ImagePart, Message, ToolMessage } from '../../../protocol/message.ts';
import type { ChatRequest } from '../../../protocol/provider.ts';
import { contextLimit, outputLimit } from '../../catalogue/models.ts';
import type { ReasoningLevel } from '../../catalogue/table.ts';
import { layOut } from '../../wire/raw-blocks.ts';

type Block = Record<string, unknown>;

interface MessageParam {
  role: 'user' | 'assistant';
  content: Block[];
}

const CACHED = { cache_control: { type: 'ephemeral' } };
const LEAST_OUTPUT = 4_096;
/** Thinking tokens for models that require a number. */
const BUDGETS: Record<ReasoningLevel, number> = { low: 4_096, medium: 12_288, high: 24_576 };

export function anthropicBody(request: ChatRequest, raw: string, reasoning?: ReasoningLevel): Record<string, unknown> {
  const params = toParams(request.messages, raw);
  const limit = request.maxOutputTokens ?? outputRoom(request, params);
  return {
    model: request.model,
    max_tokens: limit,
    ...(request.system && { system: [{ type: 'text', text: request.system, ...CACHED }] }),
    ...(request.tools.length > 0 && { tools: toTools(request) }),
    messages: withCacheMarks(params),
    ...(reasoning && mayThink(params) && thinking(request.model, reasoning, limit)),
    stream: true,
  };
}

/** Request and answer must fit into the window together, or the request is refused. */
function outputRoom({ model, system, tools }: ChatRequest, params: readonly MessageParam[]): number {
  const images = params.reduce((length, { content }) => length + imageLength(content), 0);
  const length = JSON.stringify([params, tools]).length - images + system.length;
  const left = contextLimit(model) - Math.ceil(length / SAFE_CHARACTERS_PER_TOKEN);
  return Math.min(outputLimit(model), Math.max(left, LEAST_OUTPUT));
}

/** Length of the image data, because images are not billed by their characters. */
function imageLength(blocks: readonly Block[]): number {
  return blocks.reduce((length, { source, content }) => {
    if (isPlainObject(source)) return length + String(source['data']).length;
    return Array.isArray(content) ? length + imageLength(content as Block[]) : length;
  }, 0);
}

function toTools({ tools }: ChatRequest): Block[] {
  return tools.map(({ name, description, parameters }, index) => ({
    name,
    description,
    input_schema: parameters,
    ...(index === tools.length - 1 && CACHED),
  }));
}

function toParams(messages: readonly Message[], raw: string): MessageParam[] {
  const params: MessageParam[] = [];
  const add = (role: MessageParam['role'], blocks: Block[]): void => {
    if (blocks.length === 0) return;
    const last = params.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else params.push({ role, content: blocks });
  };
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        add('user', toUserBlocks(message.content));
        break;
      case 'assistant':
        add('assistant', toAssistantBlocks(message, raw));
        break;
      case 'tool':
        add('user', [toResult(message)]);
        break;
      case 'note': // the first and the last message have to be the user's
        if (message.audience === 'both') add('user', textBlocks(message.text));
        break;
    }
  }
  return params;
}

function toUserBlocks(content: Extract<Message, { role: 'user' }>['content']): Block[] {
  return content.flatMap((part) => {
    if (part.type === 'image') return [toImage(part)];
    return part.type === 'text' ? textBlocks(part.text) : [];
  });
}

function toAssistantBlocks(message: AssistantMessage, raw: string): Block[] {
  const blocks = layOut(message, raw).flatMap((laid): Block[] => {
    switch (laid.type) {
      case 'own':
        return [laid.block];
      case 'text':
        return textBlocks(laid.text);
      case 'call':
        return [
          { type: 'tool_use', id: toId(laid.call.id), name: laid.call.name, input: toInput(laid.call.arguments) },
        ];
    }
  });
  // Thinking alone is not a message.
  return blocks.some(({ type }) => type === 'text' || type === 'tool_use') ? blocks : [];
}

function toResult(message: ToolMessage): Block {
  const { callId, outcome } = message;
  const failed = outcome.status !== 'ok';
  const text = resultText(message);
  const images = failed ? [] : (outcome.images ?? []);
  return {
    type: 'tool_result',
    tool_use_id: toId(callId),
    content: images.length > 0 ? [{ type: 'text', text }, ...images.map(toImage)] : text,
    ...(failed && { is_error: true }),
  };
}

function toImage({ mimeType, data }: ImagePart): Block {
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
}

/** Text that is only white space is refused. */
function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function toInput(json: string): unknown {
  return JSON.parse(json) as unknown; // `ToolCall.arguments` is always valid
}

function toId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_') || 'call';
}

/** Marks the end of the conversation, and its end one step ago: a long step may add more in between than the cache looks back. */
function withCacheMarks(params: readonly MessageParam[]): MessageParam[] {
  const users = params.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(users.slice(-2));
  return params.map((param, index) => {
    if (!marked.has(index)) return param;
    const last = param.content.length - 1;
    return { ...param, content: param.content.map((block, at) => (at === last ? { ...block, ...CACHED } : block)) };
  });
}

/** A message that began without thinking (at another provider) cannot continue with it. */
function mayThink(params: readonly MessageParam[]): boolean {
  const results = params.at(-1)?.content.some(({ type }) => type === 'tool_result');
  const first = params.at(-2)?.content[0]?.['type'];
  return !results || first === 'thinking' || first === 'redacted_thinking';
}

/** Up to Claude 4.5, a number of tokens; later models decide on their own within an effort. */
function thinking(model: string, level: ReasoningLevel, limit: number): Record<string, unknown> {
  const name = model.slice(model.lastIndexOf('/') + 1);
  if (/^claude-(3-[05]|3-(opus|sonnet|haiku)|2|instant)/.test(name)) return {};
  if (/^claude-(3-7|(opus|sonnet|haiku)-4(-[0-5]\b|-20|$|@))/.test(name)) {
    const budget = Math.min(BUDGETS[level], limit - 1_024);
    return budget >= 1_024 ? { thinking: { type: 'enabled', budget_tokens: budget } } : {};
  }
  return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: level } };
}
