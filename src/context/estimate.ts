/** Estimates how many tokens a message takes, by rule of thumb; the provider's own counts correct this later. */

import { textIn } from '../base/long-text/long-field.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import type { Message, Part, ToolMessage } from '../protocol/message.ts';
import type { ToolSpec } from '../protocol/provider.ts';

/** What vendors count for an image of usual size. */
const IMAGE_TOKENS = 1000;
/** Role, ids and separators. */
const FRAME_TOKENS = 4;
const DEEPEST = 64;

export function estimateMessage(message: Message): number {
  switch (message.role) {
    case 'note':
      return message.audience === 'both' ? FRAME_TOKENS + estimateTokens(message.text) : 0;
    case 'tool':
      return FRAME_TOKENS + estimateTokens(message.callId) + estimateTokens(message.name) + estimateResult(message);
    case 'user':
      return message.content.reduce((sum, part) => sum + estimatePart(part), FRAME_TOKENS);
    case 'assistant': {
      const raw = message.raw ? estimateValue(message.raw.blocks, 0) : 0;
      return message.content.reduce((sum, part) => sum + estimatePart(part), FRAME_TOKENS + raw);
    }
  }
}

/** The tokens of the system prompt and tools that every request starts with. */
export function estimateBase(system: string, tools: readonly ToolSpec[]): number {
  return estimateTokens(system) + (tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0);
}

/** Thinking counts only if it is sent back, that is, with a signature. */
function estimatePart(part: Part): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(textIn(part));
    case 'thinking':
      return part.signature === undefined ? 0 : estimateTokens(textIn(part));
    case 'image':
      return IMAGE_TOKENS;
    case 'call':
      return (
        FRAME_TOKENS +
        estimateTokens(part.call.id) +
        estimateTokens(part.call.name) +
        estimateTokens(part.call.arguments)
      );
  }
}

function estimateResult({ outcome, text }: ToolMessage): number {
  const images = outcome.status === 'ok' ? (outcome.images?.length ?? 0) * IMAGE_TOKENS : 0;
  if (text !== undefined) return images + estimateTokens(text);
  const error = outcome.status === 'ok' ? 0 : FRAME_TOKENS + estimateTokens(outcome.error);
  return images + error + estimateValue(outcome.result ?? {}, 0);
}

/** Walks the value instead of serialising it, so a result of 20 MB is not turned into text just to be counted. */
function estimateValue(value: unknown, depth: number): number {
  if (typeof value === 'string') return 1 + estimateTokens(value);
  if (typeof value !== 'object' || value === null) return 2;
  if (depth > DEEPEST) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + estimateValue(item, depth + 1), 2);
  return Object.entries(value).reduce(
    (sum, [key, field]) => sum + 2 + estimateTokens(key) + estimateValue(field, depth + 1),
    2,
  );
}
