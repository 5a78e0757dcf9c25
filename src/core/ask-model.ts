/** A question of coder's own to a model: no tools, nothing streamed to the person, a text back. */

import type { Usage } from '../protocol/message.ts';
import type { ChatRequest } from '../protocol/provider.ts';
import type { Engine } from './engine.ts';

export interface ModelAnswer {
  /** Empty if the model gave none or refused; half an answer does not count. */
  text: string;
  usage?: Usage;
}

export async function askModel(
  request: Omit<ChatRequest, 'tools'>,
  engine: Engine,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const provider = await engine.models.provider(request.model);
  const pieces: string[] = [];
  for await (const part of provider.stream({ ...request, tools: [] }, signal)) {
    if (part.type === 'text') pieces.push(part.text);
    if (part.type !== 'end') continue;
    if (part.reason === 'error') break;
    const text = part.reason === 'refused' ? '' : pieces.join('').trim();
    return { text, ...(part.usage && { usage: part.usage }) };
  }
  return { text: '' };
}
